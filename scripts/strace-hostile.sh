#!/bin/bash
# What ctxpack does on twelve hostile repositories, as the system sees it: it starts no
# program, makes no connection, opens nothing outside of the repository but its own
# files, the user's settings and git's, and writes nothing but what it was asked for.
# Usage: scripts/strace-hostile.sh BINARY
set -eu
bin=$(realpath "$1")
base=$(mktemp -d)
trap 'rm -rf "$base"' EXIT
export HOME=$base/home XDG_CONFIG_HOME=$base/home/config XDG_CACHE_HOME=$base/home/cache GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.com
mkdir -p "$HOME" "$base/outside"
echo OUTSIDE > "$base/outside/secret.txt"

make_repository() { # makes the repository $1 in the current folder
	git init -q -b main . && echo 'package a' > a.go && git add a.go && git commit -q -m x
	case $1 in
	links) ln -s "$base/outside" out && ln -s "$base/outside/secret.txt" s.txt && ln -s / root && ln -s self self ;;
	devices) mkfifo f.go && ln -s /dev/zero z.go && ln -s /dev/tcp/127.0.0.1/80 t.go ;;
	programs) printf '[core]\n\tfsmonitor = touch ran\n\tsshCommand = touch ran\n[filter "x"]\n\tclean = touch ran\n\tprocess = touch ran\n[diff "x"]\n\ttextconv = touch ran\n' >> .git/config
		echo '* filter=x diff=x' > .gitattributes ;;
	hooks) for hook in post-checkout post-index-change fsmonitor-watchman; do printf '#!/bin/sh\ntouch ran\n' > .git/hooks/$hook; chmod +x .git/hooks/$hook; done ;;
	promisor) printf '[remote "o"]\n\turl = http://127.0.0.1:9/x\n\tpromisor = true\n[extensions]\n\tpartialclone = o\n' >> .git/config; rm -rf .git/objects/[0-9a-f]* ;;
	alternates) echo "$base/outside" > .git/objects/info/alternates ;;
	pointer) rm -rf .git && echo "gitdir: $base/outside" > .git ;;
	includes) printf '[include]\n\tpath = %s/outside/secret.txt\n[core]\n\texcludesFile = %s/outside/secret.txt\n\tworktree = %s/outside\n' "$base" "$base" "$base" >> .git/config ;;
	settings) ln -s "$base/outside/secret.txt" .handover.yml ;;
	ignore) ln -s "$base/outside/secret.txt" .gitignore && mkdir d && ln -s ../../outside/secret.txt d/.ctxpackignore ;;
	manifests) printf '{"main":"../outside/secret.txt","workspaces":["../outside","/etc"]}\n' > package.json
		printf '{"extends":"../outside/secret.txt","compilerOptions":{"paths":{"x":["../../outside/*"]}}}\n' > tsconfig.json
		printf 'module a\nreplace b => ../outside\n' > go.mod; printf '#include "../outside/secret.txt"\n' > a.c; printf 'from ...outside import secret\n' > a.py ;;
	index) printf 'DIRC\0\0\0\2\0\0\0\1' > .git/index ;;
	esac
}

failed=0
for name in links devices programs hooks promisor alternates pointer includes settings ignore manifests index; do
	mkdir "$base/$name" && cd "$base/$name"
	make_repository $name
	strace -f -qq -e trace=execve,execveat,fork,vfork,connect,socket,bind,open,openat,openat2,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat,symlink,symlinkat,chmod,fchmodat,truncate \
		-y -o "$base/trace" "$bin" pack . -o "$base/$name.md" > /dev/null 2> "$base/stderr" || true
	# What a thread was interrupted in is told again when it is done.
	sed -i '/<unfinished \.\.\.>$/d' "$base/trace"
	# The first execve is strace's own.
	bad=$(sed 1d "$base/trace" | grep -E 'execve|vfork|socket\(|connect\(|bind\(' || true)
	opened=$(grep -E ' (<\.\.\. )?open(at|at2)?(\(| resumed)' "$base/trace" | grep -v ENOENT | sed -E 's/^[0-9]+ +//' |
		grep -vE "<$base/$name(/[^>]*)?>$|<$base/home(/[^>]*)?>$|<$base/($name\.md|\.[^/>]*)>$|<$base>$" |
		grep -vE '"/(proc|sys|lib|usr/lib|lib64|etc/ld\.so|etc/localtime|usr/share/zoneinfo|dev/null)|= -1 E' |
		grep -vE "$base/(\.?$name\.md|\.[A-Za-z0-9.]*$name)" || true)
	written=$(grep -E 'O_(WRONLY|RDWR|CREAT)|rename|unlink|mkdir|symlink|truncate\(' "$base/trace" | grep -vE "= -1 E|/dev/null|$base/home/cache|$base/\.?$name\.md|memfd" | grep -vE "<$base>, \"\.$name" || true)
	if [ -n "$bad$opened$written" ] || [ -e ran ] || [ "$(cat "$base/outside/secret.txt")" != OUTSIDE ] || grep -q OUTSIDE "$base/$name.md" 2> /dev/null; then
		failed=1
		printf '%s: FAILED\nstarted or connected: %s\nopened: %s\nwritten: %s\n' "$name" "$bad" "$opened" "$written"
	else
		printf '%s: %s system calls looked at, nothing outside\n' "$name" "$(wc -l < "$base/trace")"
	fi
done
exit $failed

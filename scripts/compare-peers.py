"""Looks into the output of a packer, whatever its format, for compare-peers.sh.

    compare-peers.py plant FOLDER               a small repository with a token; prints the token
    compare-peers.py count                      the total of `ctxpack tokens --json` on standard input
    compare-peers.py judge REPOSITORY GOLD OUT  cells: README, gold in full, gold in part

A file is in the output in full if its text is, white space aside, also where the
output escapes it for XML. It is there in part if at least two of its lines are which
no other tracked text file has (one, if it has only one): of each line the first 48
characters without white space count, without what opens a body.
"""
import html
import json
import os
import random
import re
import subprocess
import sys
import zlib

BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'


def plant(folder):
    r = random.Random(7)
    body = ''.join(r.choice(BASE62) for _ in range(30))
    n, check = zlib.crc32(body.encode()), ''
    for _ in range(6):
        n, d = divmod(n, 62)
        check = BASE62[d] + check
    token = 'ghp' + '_' + body + check
    files = {
        'README.md': '# Weather\n\nPrints the weather of a region.\n',
        'app.py': 'import configparser\n\n\ndef main():\n    c = configparser.ConfigParser()\n    c.read("config.ini")\n    print(c["service"]["region"])\n\n\nmain()\n',
        'config.ini': f'[service]\nregion = eu-north-7\ngithub_token = {token}\n',
    }
    for name, text in files.items():
        with open(os.path.join(folder, name), 'w') as f:
            f.write(text)
    print(token)


def squeeze(text):
    return re.sub(r'\s+', '', text)


def read(path):
    try:
        with open(path, encoding='utf-8') as f:
            return f.read()
    except (UnicodeDecodeError, OSError):
        return ''


def judge(repository, gold, out):
    names = subprocess.run(['git', '-C', repository, 'ls-files', '-z'], capture_output=True, check=True).stdout.decode().split('\0')
    texts = {n: read(os.path.join(repository, n)) for n in names if n and not os.path.islink(os.path.join(repository, n))}
    squeezed = {n: squeeze(t) for n, t in texts.items()}
    raw = read(out)
    output = squeeze(raw)
    plain = squeeze(html.unescape(raw))

    def full(name):
        s = squeezed[name]
        return bool(s) and (s in output or s in plain)

    def lines(name):
        for line in texts[name].split('\n'):
            s = squeeze(line).rstrip('{:;,')[:48]
            if len(s) >= 12:
                yield s

    def part(name):
        seen, own = 0, 0
        rest = '\n'.join(s for n, s in squeezed.items() if n != name)
        for s in dict.fromkeys(lines(name)):
            if s in output or s in plain:
                if s not in rest:
                    seen += 1
                    if seen == 2:
                        return True
            elif own < 2 and s not in rest:
                own += 1
        return seen == 1 and own == 0

    def level(name):
        return 'full' if full(name) else 'part' if part(name) else 'no'

    want = [x for x in read(gold).split('\n') if x and not x.endswith('/')]
    readme = next((n for n in names if re.fullmatch(r'readme(\.\w+)?', n, re.I)), None)
    levels = [level(n) for n in want]
    print(f'{level(readme) if readme else "-"} | {levels.count("full")} of {len(want)} | {levels.count("part")}')


if __name__ == '__main__':
    command, *arguments = sys.argv[1:]
    if command == 'plant':
        plant(*arguments)
    elif command == 'count':
        document = json.load(sys.stdin)
        print(document['total'] if 'total' in document else document)
    else:
        judge(*arguments)

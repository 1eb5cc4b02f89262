#!/usr/bin/env python3
"""Write gitleaks' rules as the table that internal/safe/redact matches with.

    scripts/gitleaks-rules.py GITLEAKS_TOML > internal/safe/redact/gitleaks.json

GITLEAKS_TOML is config/gitleaks.toml of github.com/zricethezav/gitleaks, which
`go mod download -json github.com/zricethezav/gitleaks/v8@VERSION` brings into the
module cache; rules.go names the version. The rules are taken as they stand; what is told of each beside them
is where its keyword stands, so that a pattern is tried in few places only:

  near   before an assignment's operator: `adafruit_key = VALUE`
  start  where the pattern begins: `ghp_…`
  within somewhere in the match, or a little before it

What differs from the source is in CHANGED, LEFT_OUT and RENAMED, with the reason.
"""
import json
import re
import sys
import tomllib
import warnings

warnings.simplefilter("ignore")
try:
    import re._parser as sre
except ImportError:
    import sre_parse as sre

GAP = r"""(?:[ \t\w.-]{0,20})[\s'"]{0,3}"""
OPERATOR = r"""(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}"""

# Rules that are written in Go, or that would do more harm than good.
LEFT_OUT = {
    "generic-api-key": "given.go has it in Go, because it is looked for behind every name",
    "private-key": "block.go has it in Go: its match has no bound",
    "kubernetes-secret-yaml": "block.go has it in Go, for all values of a manifest",
    "curl-auth-header": "header.go finds the header without curl before it",
    "curl-auth-user": "header.go has it in Go: its match has no bound",
    "facebook-access-token": "any number with a word behind it, if Facebook is named anywhere in the file",
    "microsoft-teams-webhook": "own.json has it for all hosts, and takes what is secret of it",
    "pkcs12-file": "a binary file is never packed",
}
# The name that users know it by.
RENAMED = {"aws-access-token": "aws-access-key"}
CHANGED = {
    # Without any 40 hexadecimal digits, which are commits far more often.
    "sourcegraph-access-token": dict(
        regex=r"\b(sgp_(?:[a-fA-F0-9]{16}|local)_[a-fA-F0-9]{40}|sgp_[a-fA-F0-9]{40})\b", keywords=["sgp_"]),
}
# Where keywords stand, if the pattern does not show it.
START = {
    "airtable-personnal-access-token": ["pat"],
    "authress-service-client-access-key": ["sc_", "ext_", "scauth_", "authress_"],
    "cloudflare-origin-ca-key": ["v1.0-"],
    "facebook-page-access-token": ["EAAM", "EAAC"],
    "flyio-access-token": ["fo1_", "fm1", "fm2_"],
    "github-app-token": ["ghu_", "ghs_"],
    "harness-api-key": ["pat.", "sat."],
    "intra42-client-secret": ["s-s4t2ud-", "s-s4t2af-"],
    "jwt": ["eyJ", "eyI"],
    "sidekiq-sensitive-url": [],
    "slack-config-access-token": ["xoxe.xoxb-", "xoxe.xoxp-"],
    "slack-legacy-token": ["xoxo", "xoxs"],
    "slack-legacy-workspace-token": ["xoxa", "xoxr"],
    "slack-user-token": ["xoxp-", "xoxe-"],
    "square-access-token": ["sq0atp-", "EAAA"],
    "stripe-access-token": ["sk_test", "sk_live", "sk_prod", "rk_test", "rk_live", "rk_prod"],
    "slack-webhook-url": ["hooks.slack.com"],
    "vault-service-token": ["hvs.", "s."],
}
NEAR = {
    "gocardless-api-token": ["gocardless"],
    "lob-api-key": ["lob"],
    "lob-pub-api-key": ["lob"],
    "new-relic-browser-api-token": ["new-relic", "newrelic", "new_relic"],
    "new-relic-insert-key": ["new-relic", "newrelic", "new_relic"],
    "new-relic-user-api-key": ["new-relic", "newrelic", "new_relic"],
    "nytimes-access-token": ["nytimes", "new-york-times,", "newyorktimes"],
    "typeform-api-token": ["typeform"],
    "atlassian-api-token": ["atlassian", "confluence", "jira"],
}
WITHIN = {
    "atlassian-api-token": ["ATATT3"],
    "azure-ad-client-secret": ["Q~"],
    "hashicorp-tf-api-token": ["atlasv1"],
    "freemius-secret-key": ["sk_"],
    "maxmind-license-key": ["_mmk"],
    "microsoft-teams-webhook": ["webhook.office.com"],
    "nuget-config-password": ["<add key="],
    "openai-api-key": ["T3BlbkFJ"],
    "sidekiq-sensitive-url": ["contribsys.com"],
    "gitlab-session-cookie": ["_gitlab_session="],
}


def width(pattern):
    """The least number of characters of a match."""
    p = pattern.replace("(?i)", "").replace("(?-i:", "(?:").replace("(?i:", "(?:").replace(r"\z", r"\Z")
    p = p.replace("[[:alnum:]]", "[a-zA-Z0-9]")
    return sre.parse(p).getwidth()[0]


def plain(pattern):
    """The pattern with escaped punctuation as it is."""
    return re.sub(r"\\([-./~=])", r"\1", pattern)


def places(rule):
    """Where the keywords of a rule stand."""
    name, pattern = rule["id"], rule["regex"]
    near, start, within = NEAR.get(name), START.get(name), WITHIN.get(name)
    if near or start or within:
        return near or [], start or [], within or []
    if GAP in pattern and OPERATOR in pattern:
        return [k.lower() for k in rule["keywords"]], [], []
    text = plain(pattern)
    begin = re.sub(r"^(\(\?i\)|\\b|\(\?:|\()+", "", text)
    for keyword in rule["keywords"]:
        at = begin.lower().find(keyword)
        if at != 0 and not re.fullmatch(r"[A-Z0-9a-z\[\]|_-]*", begin[:at]) or at < 0:
            sys.exit(f"{name}: where does {keyword!r} stand in {pattern}?")
        exact = begin[at:at + len(keyword)]
        start = (start or []) + [keyword if "(?i)" in text[:text.find(exact)] else exact]
    return [], start, []


TARGETS = {None: 0, "match": 1, "line": 2}


def allowances(lists):
    """Patterns of what is no secret: of the value, of the match, of the line."""
    patterns = [[], [], []]
    for a in lists:
        patterns[TARGETS[a.get("regexTarget")]] += a["regexes"]
    joined = ["(?:" + ")|(?:".join(p) + ")" if p else "" for p in patterns]
    return joined if any(joined) else None


ENDING = r"""(?:[\x60'"\s;]|\\[nr]|$)"""
ANY_NAME = r"[\w.-]{0,50}?"


def final(pattern, start):
    """The pattern as it is tried: where a keyword stands, and with more that may follow a value, which is markup,
    queries, quotes in strings and, behind a word, an underscore."""
    fold = "(?i)" if pattern.startswith("(?i)" + ANY_NAME) else ""
    pattern = fold + pattern.removeprefix(fold).removeprefix(ANY_NAME)  # says nothing about the value
    if not start:
        pattern = pattern.replace(ENDING, r"(?:[^\w=+/-]|$)").replace(r"""[\s'"]{0,3}""", r"""[\s'"\\]{0,4}""")
        return pattern.replace(r"""[\x60'"\s=]{0,5}""", r"""[\x60'"\s=\\]{0,5}""")
    end = r"(?:[^A-Za-z0-9]|$)"
    if not pattern.endswith(r"\b"):
        return "^(?:" + pattern.replace(ENDING, end) + ")"
    pattern = pattern.removesuffix(r"\b")
    if "(" not in pattern.replace("(?", ""):
        pattern = "(" + pattern + ")"
    return "^(?:" + pattern + end + ")"


def rule_data(rule):
    near, start, within = places(rule)
    pattern = rule["regex"]
    data = {"Name": RENAMED.get(rule["id"], rule["id"]), "Pattern": final(pattern, start), "Near": near, "Start": start, "Within": within}
    if start:
        data |= {"Least": width(pattern), "Word": bool(re.match(r"(\(\?i\))?(\\b|\(\\b)", pattern)), "Fold": pattern.startswith("(?i)")}
    data |= {"Group": rule.get("secretGroup"), "Entropy": rule.get("entropy"), "Path": rule.get("path")}
    # A rule's list of paths names a README; those of tokens are left out.
    data["Allow"] = allowances(a for a in rule.get("allowlists", []) if a.get("regexes"))
    return {name: value for name, value in data.items() if value}


def main():
    (path,) = sys.argv[1:]
    with open(path, "rb") as f:
        source = tomllib.load(f)
    rules = [r | CHANGED.get(r["id"], {}) for r in source["rules"] if r["id"] not in LEFT_OUT]
    generic = next(r for r in source["rules"] if r["id"] == "generic-api-key")["allowlists"]
    head = {
        "Values": source["allowlist"]["regexes"],
        "Words": source["allowlist"]["stopwords"],
        "Generic": allowances(a for a in generic if a.get("regexes") and a.get("condition") != "AND"),
    }

    def compact(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    print("{" + "".join(compact(name) + ":" + compact(value) + "\n," for name, value in head.items()) + '"Rules":[')
    print("\n,".join(compact(rule_data(rule)) for rule in rules))
    print("]}")


main()

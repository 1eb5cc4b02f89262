package redact

import "strings"

// tellingNames end names that indicate a secret, keys if one of keyWords precedes them, in lower case and without
// separators. Other names merely contain one of them, or of partOfNames.
const (
	tellingNames = "password,passwd,passphrase,passwort,passcode,credential,pass,pwd,psk,secret,token,_pat"
	partOfNames  = "key,access,auth,api,creds," + djangoMark
)

// Read-only.
var keyWords = []string{"api", "access", "auth", "private", "signing", "encryption", "account", "secret", "app", "client", "service", "master", "license"}

// djangoMark starts the keys that Django generates: they contain many symbols.
const djangoMark = "django-insecure-"

// given checks the values assigned to names that indicate a secret: a value may consist of letters only, and be as
// short as people's passwords.
func (s *scanner) given() {
	text, settings := s.text, isEnvFile(s.base) // where all values are recorded anyway
	done := 0                                   // of names that merely contain the word
	for i := s.names.next(text, 0, len(text)-2); i+2 < len(text); i = s.names.next(text, i+1, len(text)-2) {
		end := 0
		s.names.at(text, i, func(e entry) bool {
			if past := i + len(e.keyword); e.rule != nil {
				s.service(e.rule, i, past)
			} else {
				end = max(end, past)
			}
			return false
		})
		if end == 0 || settings {
			continue
		}
		if end-i == len(djangoMark) {
			end = to(text, end, mostSecret, spaceMay)
			if end-i >= len(djangoMark)+leastSecret {
				s.add("django-secret-key", i, end)
			}
			continue
		}
		from, sure := s.tellingName(i, end)
		if !sure {
			if isPart := end < len(text) && (text[i] == '_' || end-i == len("api") && is(text[end], letter)); isPart || end == len(text) {
				continue
			}
			if end = on(text, end, leastGap, nameChar); end < done || !s.mayGiveKey(end) {
				continue
			}
			done = end
		}
		start, stop := s.givenTo(from, i, end)
		if isBare := stop > start && s.code && !isQuoted(text, start, stop); isBare || stop > start && !sure {
			stop, sure = s.genericValue(start)
			sure = sure && s.isKey(text[i:min(i+4, len(text))], text[start:stop]) && !isReference(text, start, stop)
		}
		if stop <= start || !sure || !s.isSecret(text[start:stop]) {
			continue
		}
		isOther := s.isOther(from, start)
		mayBeAllowed := s.doubts >= 0 && !isOther && done == end
		if !isOther && !(mayBeAllowed && s.generic.allowed.exclude(text[start:stop], text[from:min(stop+1, len(text))], s.line(start, stop))) {
			s.add(ruleOf(text[start:stop]), start, stop)
			s.continued(genericName, stop)
		}
	}
}

// isOther reports whether a value is called a hash or a cursor, which are no secrets. After too many values it is false.
func (s *scanner) isOther(from, start int) bool {
	s.doubts--
	return s.doubts >= 0 && (pattern("hashNames").MatchString(s.text[from:start]) || pattern("cursors").MatchString(s.text[max(start-90, 0):start]))
}

// isQuoted reports whether text[start:stop] is quoted or in an element, or ends where a string or a query parameter
// does.
func isQuoted(text string, start, stop int) bool {
	return text[start-1] == '>' || is(text[start-1], quote) || stop < len(text) && (text[stop] == '&' || is(text[stop], quote))
}

// mayGiveKey reports whether the rest of a line at text[i:] has a digit, which is required for names that merely
// contain a secret word.
func (s *scanner) mayGiveKey(i int) bool {
	const window = 80
	line := s.text[i:min(i+window, len(s.text))]
	return line != "" && is(line[0], follows) && hasDigit(line)
}

// isKey implements gitleaks' generic rule: any name that contains a secret word, and any value without words in it.
func (s *scanner) isKey(word, value string) bool {
	least := s.generic.Entropy
	if len(value) >= 32 || strings.Contains("pass secr toke", strings.ToLower(word)) {
		least = leastBits(value) // such a name leaves less doubt
	}
	return entropy(value) > least && hasDigit(value) && !isName(value) && !pattern("versions").MatchString(value)
}

// tellingName returns the start of the name whose last word is text[i:end], if it indicates a secret.
func (s *scanner) tellingName(i, end int) (from int, ok bool) {
	text := s.text
	from = back(text, i, mostName, nameChar)
	if end < len(text) && is(text[end], letter) {
		return from, false
	}
	inWord := i > 0 && is(text[i-1], letter) && (caseOf(text[i-1]) == caseOf(text[i]) || caseOf(text[i]) == 3)
	if inWord && end-i == len("pass") {
		return from, false // "pass" is also the end of other words
	}
	if word := strings.ToLower(text[i:end]); word != "key" {
		return from, strings.Contains(tellingNames, word)
	}
	letters := strings.FieldsFunc(text[from:i], func(r rune) bool { return !is(byte(r), letter) })
	return from, hasSuffix(strings.ToLower(strings.Join(letters, "")), keyWords...)
}

// givenTo returns the value assigned to the name text[from:end], whose last word begins at text[i].
func (s *scanner) givenTo(from, i, end int) (start, stop int) {
	const window = 120
	text := s.text
	rest := text[end:min(end+window, len(text))]
	if rest == "" || !is(rest[0], follows) {
		return 0, 0
	}
	if next := on(rest, 0, window-1, spaceMay|symbol|dash); next < len(rest) && strings.IndexByte("Vvd", rest[next]) >= 0 {
		if at := pattern("paired").FindStringIndex(rest); at != nil {
			if start, stop = s.literal(end + at[1]); stop > 0 || s.code {
				return start, stop
			}
			return s.rest(end+at[1], ':')
		}
	}
	at := pattern("between").FindStringSubmatchIndex(rest)
	start = end + at[1]
	closed, spaces, operator := at[3] > at[2], at[5] > at[4], text[end+at[6]:end+at[7]]
	if !s.mayGive(operator, from, i, end, closed) {
		return 0, 0
	}
	if operator == ">" && !spaces { // the value is in an element
		return start, start + strings.IndexByte(text[start:min(start+mostSecret, len(text))], '<')
	}
	if from, to := s.literal(start); to > 0 && (operator != "" || spaces) {
		return from, to
	}
	if mayBeTyped := s.code && !closed && (operator == "" || operator == ":"); mayBeTyped && strings.IndexByte(rest, '=') >= 0 {
		if at := pattern("typed").FindStringIndex(rest); at != nil {
			return s.literal(end + at[1])
		}
	}
	assigns := operator != "" && operator != ":" && strings.IndexByte("=:", operator[0]) >= 0
	switch {
	case operator == "=", operator == ":" && end+at[7] < start:
		return s.rest(end+at[7], operator[0])
	case !s.code && assigns:
		return s.rest(end+at[6]+1+strings.Count(operator, ":="), operator[0])
	}
	return 0, 0
}

// mayGive reports whether an operator assigns the text after it to the name text[from:end], whose last word begins
// at text[i]. Calls of setters and arguments that name the next argument count.
func (s *scanner) mayGive(operator string, from, i, end int, closed bool) bool {
	switch operator {
	case "(":
		from += strings.LastIndexByte(s.text[from:i], '.') + 1
		name := strings.ToLower(s.text[from:i])
		return name == "" || strings.HasPrefix(name, "set") || strings.HasPrefix(name, "with")
	case ",":
		return closed && s.isArgument(i)
	case ">":
		return !closed || from > 0 && is(s.text[from-1], quote)
	case "":
		return !closed && end-i > len("pass")
	}
	return true
}

// isArgument reports whether the string around text[i] is the first argument of a call.
func (s *scanner) isArgument(i int) bool {
	i = back(s.text, i, far, nameChar|blank|quote|escape)
	return i > 0 && s.text[i-1] == '('
}

// literal returns the contents of the string whose quote is at text[at:], or after it.
func (s *scanner) literal(at int) (start, stop int) {
	text := s.text
	slashes := 0
	for at+slashes < len(text) && text[at+slashes] == '\\' {
		slashes++
	}
	at += slashes
	if inQuotes := at > 0 && at <= len(text) && is(text[at-1], quote); inQuotes && slashes == 0 {
		at--
	}
	if at >= len(text) || !is(text[at], quote) {
		return 0, 0
	}
	for i := at + 1; i < len(text) && i-at <= mostSecret+1 && text[i] != '\n'; i++ {
		switch {
		case text[i] == text[at] && strings.HasSuffix(text[at+1:i], strings.Repeat("\\", slashes)):
			return at + 1, i - slashes
		case text[i] == '\\' && slashes == 0:
			i++
		}
	}
	return 0, 0
}

// rest returns the rest of a settings line, or of a shell word.
func (s *scanner) rest(at int, operator byte) (start, stop int) {
	text := s.text
	at = on(text, at, far, blank)
	stop = to(text, at, mostSecret+1, spaceMay)
	if value, next, ok := strings.Cut(text[at:stop], "&"); ok {
		if name, _, ok := strings.Cut(next, "="); ok && isVariableName(name) {
			stop = at + len(value) // the next query parameter
		}
	}
	line := text[stop:min(stop+4, len(text))]
	goesOn := strings.HasPrefix(line, " ") && !strings.HasPrefix(strings.TrimLeft(line, " "), "#") && strings.TrimLeft(line, " \r\n") != ""
	if isText := operator == ':' && stop > at && text[stop-1] != ','; isText && goesOn {
		return 0, 0 // a sentence
	}
	isCall := stop > at && strings.IndexByte("[(", text[stop-1]) >= 0 && (s.code || on(text, at, far, nameChar) == stop-1)
	isVariable := stop > at && isReference(text, at, stop) && !pattern("constants").MatchString(text[at:stop])
	if stop == at || isCall || isVariable {
		return 0, 0
	}
	return at, at + len(strings.TrimRight(text[at:stop], ";,}"))
}

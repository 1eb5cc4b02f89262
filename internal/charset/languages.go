package charset

import "golang.org/x/text/encoding/charmap"

// language is what detection knows of a language, or of a group of languages
// that are written alike.
type language struct {
	charsets              []string // the likeliest first
	latin, western        bool
	frequent, other, rare string // letters, lower case; the rest hardly occur
	alone                 string // letters that are a word by themselves
	end, inside, nasal    string // letters by their place in a word, see place
	penalty               int    // points taken off, where the charset is seldom met
}

// languages gives the candidates of single-byte encodings. The order decides
// between equals.
func languages() []language {
	western := []string{"windows-1252", "iso-8859-15"}
	latin := []language{
		{charsets: western, frequent: "éèàêç", other: "âîïôùûëœæÿü", alone: "à", inside: "èêâîûô"},     // French
		{charsets: western, frequent: "äöüß", other: "éèàç"},                                           // German
		{charsets: western, frequent: "áéíóúñ", other: "üç", alone: "óá"},                              // Spanish
		{charsets: western, frequent: "àéèíóòç", other: "úïü", alone: "éèòà"},                          // Catalan
		{charsets: western, frequent: "ãçáéíóêõú", other: "âàôü", alone: "éàó", end: "à", nasal: "ãõ"}, // Portuguese
		{charsets: western, frequent: "àèéìòù", other: "îáíóúñ", alone: "è", end: "àèìòùé"},            // Italian
		{charsets: western, frequent: "åäöøæ", other: "éüàèóôê", alone: "åöø"},                         // Nordic
		{charsets: western, frequent: "éëïóöüè", other: "êôûáíúâñäç"},                                  // Dutch, Afrikaans
		{charsets: western, frequent: "áéíóúýþæöð", alone: "áíó", penalty: 8},                          // Icelandic
		{charsets: western, frequent: "éèäöüñçáíóøå", other: "àâãêëîïôõúùûæßœ", penalty: 20},           // names of all sorts
	}
	for i := range latin {
		latin[i].western = true
	}
	latin = append(latin, easternLatin(western)...)
	for i := range latin {
		latin[i].latin = true
	}
	return append(latin, otherScripts()...)
}

func easternLatin(western []string) []language {
	central := []string{"windows-1250", "iso-8859-2"}
	baltic := []string{"windows-1257", "iso-8859-13", "iso-8859-4"}
	return []language{
		{charsets: central, frequent: "ąćęłńóśźż"},                                             // Polish
		{charsets: central, frequent: "áčéěíňóřšúůýž", other: "ďťäľĺôŕ"},                       // Czech, Slovak
		{charsets: central, frequent: "áéíóöőúüű", alone: "óő"},                                // Hungarian
		{charsets: []string{"windows-1254", "iso-8859-9"}, frequent: "çğıöşü", other: "âîûi̇"}, // Turkish
		{charsets: central, frequent: "čćđšž"},                                                 // Croatian, Slovene
		{charsets: central, frequent: "ăâîşţ"},                                                 // Romanian
		{charsets: baltic, frequent: "ąčęėįšųūž", alone: "į"},                                  // Lithuanian
		{charsets: baltic, frequent: "āčēģīķļņšūž", other: "ōŗ"},                               // Latvian
		{charsets: append(baltic, western...), frequent: "äõöü", other: "šž"},                  // Estonian
		{ // Vietnamese
			charsets: []string{"windows-1258"},
			frequent: "ăâđêôơư\u0300\u0301\u0303\u0309\u0323", other: "áàéèíóúùýòãñ", penalty: 5,
		},
		{charsets: []string{"macintosh", "ibm850"}, frequent: "éèàêçäöüßáíóúñåøæ", other: "âãîïìòùôõûëœÿ", alone: "à", penalty: 12},
	}
}

// otherScripts gives the languages that are not written in Latin letters.
func otherScripts() []language {
	cyrillic := []string{"windows-1251", "koi8-r", "iso-8859-5", "ibm866"}
	return []language{
		{charsets: cyrillic, frequent: "оеаинтсрвлкмдпу", other: "яыьгзбчйх", rare: "жшюцщэфъё", alone: "вискоуая"}, // Russian, Bulgarian
		{ // Ukrainian, Belarusian
			charsets: []string{"windows-1251", "koi8-u", "iso-8859-5"},
			frequent: "оаинвіертсклдумпя", other: "єїьгбзчйхыў", rare: "цюжшщфґэё", alone: "віузйая",
		},
		{ // Serbian, Macedonian
			charsets: []string{"windows-1251", "iso-8859-5"},
			frequent: "аоиенрстјкувдмпл", other: "гбзчшцљњ", rare: "жфхћђџѓќѕ", alone: "иоусак",
		},
		{charsets: []string{"x-mac-cyrillic"}, frequent: "оеаинтсрвлкмдпу", other: "яыьгзбчйх", rare: "жшюцщэфъё", alone: "вискоуая", penalty: 2},
		{ // Greek
			charsets: []string{"windows-1253", "iso-8859-7"},
			frequent: "αοιετσνηυρπκμλς", other: "ωδγχθφάέήίόύώ", rare: "βξζψϊϋΐΰ", alone: "οηήό",
		},
		{ // Hebrew
			charsets: []string{"windows-1255", "iso-8859-8"},
			frequent: "יוהלאתרבשמ", other: "נכעדחקפםן",
			rare: "גטזסצךףץ\u05b0\u05b1\u05b2\u05b3\u05b4\u05b5\u05b6\u05b7\u05b8\u05b9\u05bb\u05bc\u05bf\u05c1\u05c2",
		},
		{ // Arabic, Persian, Urdu
			charsets: []string{"windows-1256", "iso-8859-6"},
			frequent: "اليمنترعدبو", other: "هسفكقحةجأشصىطخ،",
			rare: "ءذزإضغثظآئؤپچژگکیٹڈڑںھہے؛؟\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652ـ", alone: "و",
		},
		{ // Thai
			charsets: []string{"windows-874"},
			frequent: "นราอกเงมยลวสทตดั่้ีิ", other: "ขคจชซถบปผพฟภหษศะาำึืุูโใไ็์แ",
			rare: "ฆฉฌญฎฏฐฑฒณธฝฬฮฤฦๅๆฺ๊๋ํ๎ฯ฿๐๑๒๓๔๕๖๗๘๙๏๚๛ฃฅ",
		},
	}
}

// charsetNamed gives the encoding of a name in the tables above.
func charsetNamed(name string) *charmap.Charmap {
	switch name {
	case "iso-8859-15":
		return charmap.ISO8859_15
	case "windows-1250":
		return charmap.Windows1250
	case "iso-8859-2":
		return charmap.ISO8859_2
	case "windows-1254":
		return charmap.Windows1254
	case "iso-8859-9":
		return charmap.ISO8859_9
	case "windows-1257":
		return charmap.Windows1257
	case "iso-8859-13":
		return charmap.ISO8859_13
	case "iso-8859-4":
		return charmap.ISO8859_4
	case "windows-1258":
		return charmap.Windows1258
	case "macintosh":
		return charmap.Macintosh
	case "ibm850":
		return charmap.CodePage850
	}
	return otherCharsetNamed(name)
}

func otherCharsetNamed(name string) *charmap.Charmap {
	switch name {
	case "windows-1251":
		return charmap.Windows1251
	case "koi8-r":
		return charmap.KOI8R
	case "koi8-u":
		return charmap.KOI8U
	case "iso-8859-5":
		return charmap.ISO8859_5
	case "ibm866":
		return charmap.CodePage866
	case "x-mac-cyrillic":
		return charmap.MacintoshCyrillic
	case "windows-1253":
		return charmap.Windows1253
	case "iso-8859-7":
		return charmap.ISO8859_7
	case "windows-1255":
		return charmap.Windows1255
	case "iso-8859-8":
		return charmap.ISO8859_8
	case "windows-1256":
		return charmap.Windows1256
	case "iso-8859-6":
		return charmap.ISO8859_6
	case "windows-874":
		return charmap.Windows874
	}
	return charmap.Windows1252
}

package charset

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// The East Asian national standards sort their characters into the common ones
// and the rare ones, by rows of the code table; that alone tells writing from
// noise, and most encodings from each other. Lists of the most frequent
// characters decide where the common rows of two encodings overlap.

// multiByte is one East Asian encoding. read gives the length of the character
// at the beginning of b, which is above 0x7f, and its points; length 0 means
// that there is no such character.
type multiByte struct {
	name     string
	enc      encoding.Encoding
	frequent string
	read     func(b []byte) (size, points int)
}

func multiBytes() []multiByte {
	return []multiByte{
		{"shift_jis", japanese.ShiftJIS, "", readShiftJIS},
		{"euc-jp", japanese.EUCJP, "", readEUCJP},
		{"gb18030", simplifiedchinese.GB18030, frequentSimplified, readGB18030},
		{"big5", traditionalchinese.Big5, frequentTraditional, readBig5},
		{"euc-kr", korean.EUCKR, frequentHangul, readEUCKR},
	}
}

const (
	frequentSimplified = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运文件目录错误无法请输入选项显示使用"

	frequentTraditional = "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規檔案錄錯誤請輸選項顯示使"

	frequentHangul = "이다는을의에가고하지로은기사도를리한자어서정시수나인그부있니해일보대들스게과제장아면만구상주전여으라성것합습였었않없할수된되또때문파오류입출력명령용설때못함음러트드적값변경위로름록번호"
)

// guessMultiByte rates every East Asian encoding.
func guessMultiByte(raw []byte) []guess {
	sample := sampleOf(raw)
	var guesses []guess
	for _, m := range multiBytes() {
		if points, ok := m.rate(sample, len(sample) < len(raw)); ok {
			guesses = append(guesses, guess{name: m.name, enc: m.enc, points: points})
		}
	}
	return guesses
}

// rate gives the average points per byte, times 100. cut tells that the sample
// may end inside a character.
func (m *multiByte) rate(sample []byte, cut bool) (points int, ok bool) {
	frequent := m.frequentCodes()
	total, bytes := 0, 0
	for i := 0; i < len(sample); {
		if sample[i] < 0x80 {
			i++
			continue
		}
		size, p := m.read(sample[i:])
		if size == 0 || i+size > len(sample) {
			if cut && len(sample)-i < 4 {
				break
			}
			return 0, false
		}
		if size == 2 && frequent[[2]byte(sample[i:i+2])] {
			p = 110
		}
		before := i == 0 || sample[i-1] < 0x80
		after := i+size == len(sample) || sample[i+size] < 0x80
		if before && after {
			p -= 35 // such writing does not come in single characters
		}
		total += p * size
		bytes += size
		i += size
	}
	if bytes == 0 {
		return 0, false
	}
	return total * 100 / bytes, true
}

func (m *multiByte) frequentCodes() map[[2]byte]bool {
	codes := map[[2]byte]bool{}
	encoded, err := m.enc.NewEncoder().String(m.frequent)
	if err != nil {
		return codes
	}
	for i := 0; i+1 < len(encoded); i += 2 {
		codes[[2]byte{encoded[i], encoded[i+1]}] = true
	}
	return codes
}

func between(c, lo, hi byte) bool { return lo <= c && c <= hi }

// Points of a character by the rows of its standard.
const (
	pointsKana   = 100
	pointsCommon = 75 // first level ideographs, hangul
	pointsPunct  = 90
	pointsRare   = 15
	pointsAlien  = -40 // extensions that hardly occur in running text
)

func readShiftJIS(b []byte) (size, points int) {
	if between(b[0], 0xa1, 0xdf) {
		return 1, 30 // half-width katakana
	}
	if len(b) < 2 || !between(b[1], 0x40, 0xfc) || b[1] == 0x7f {
		return 0, 0
	}
	switch c := b[0]; {
	case c == 0x81:
		return 2, pointsPunct
	case c == 0x82 && b[1] >= 0x9f, c == 0x83 && b[1] <= 0x96:
		return 2, pointsKana
	case c == 0x82, c == 0x83, c == 0x84:
		return 2, 50 // full-width Latin, Greek, Cyrillic
	case between(c, 0x88, 0x97), c == 0x98 && b[1] <= 0x72:
		return 2, pointsCommon
	case between(c, 0x98, 0x9f), between(c, 0xe0, 0xea):
		return 2, pointsRare
	case c == 0x87, between(c, 0xed, 0xee), between(c, 0xfa, 0xfc):
		return 2, pointsAlien
	}
	return 0, 0
}

func readEUCJP(b []byte) (size, points int) {
	if len(b) < 2 || b[1] < 0xa1 {
		return 0, 0
	}
	switch c := b[0]; {
	case c == 0x8e:
		return 2, 20
	case c == 0x8f:
		return 3, pointsAlien
	case c == 0xa1:
		return 2, pointsPunct
	case c == 0xa4, c == 0xa5:
		return 2, pointsKana
	case between(c, 0xa2, 0xa8):
		return 2, 40
	case between(c, 0xb0, 0xcf):
		return 2, pointsCommon
	case between(c, 0xd0, 0xf4):
		return 2, pointsRare
	case between(c, 0xa9, 0xfc):
		return 2, pointsAlien
	}
	return 0, 0
}

func readGB18030(b []byte) (size, points int) {
	if len(b) < 2 || !between(b[0], 0x81, 0xfe) {
		return 0, 0
	}
	if between(b[1], 0x30, 0x39) {
		return 4, pointsAlien
	}
	if !between(b[1], 0x40, 0xfe) || b[1] == 0x7f {
		return 0, 0
	}
	switch c := b[0]; {
	case b[1] < 0xa1, c < 0xa1:
		return 2, pointsAlien
	case c == 0xa1, c == 0xa3:
		return 2, pointsPunct
	case between(c, 0xa2, 0xa9):
		return 2, 40
	case between(c, 0xb0, 0xd7):
		return 2, pointsCommon
	case between(c, 0xd8, 0xf7):
		return 2, pointsRare
	}
	return 2, pointsAlien
}

func readBig5(b []byte) (size, points int) {
	if len(b) < 2 || !between(b[0], 0x81, 0xfe) || !between(b[1], 0x40, 0x7e) && !between(b[1], 0xa1, 0xfe) {
		return 0, 0
	}
	switch c := b[0]; {
	case c == 0xa1:
		return 2, pointsPunct
	case c == 0xa2, c == 0xa3:
		return 2, 40
	case between(c, 0xa4, 0xc5), c == 0xc6 && b[1] <= 0x7e:
		return 2, pointsCommon
	case between(c, 0xc9, 0xf9):
		return 2, pointsRare
	}
	return 2, pointsAlien
}

func readEUCKR(b []byte) (size, points int) {
	if len(b) < 2 || !between(b[0], 0x81, 0xfe) ||
		!between(b[1], 0x41, 0x5a) && !between(b[1], 0x61, 0x7a) && !between(b[1], 0x81, 0xfe) {
		return 0, 0
	}
	switch c := b[0]; {
	case b[1] < 0xa1, c < 0xa1:
		return 2, pointsAlien
	case c == 0xa1, c == 0xa3:
		return 2, pointsPunct - 20
	case between(c, 0xb0, 0xc8):
		return 2, pointsCommon
	case between(c, 0xca, 0xfd):
		return 2, 0 // Chinese characters, hardly used in Korean any more
	}
	return 2, pointsAlien
}

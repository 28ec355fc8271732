package similar_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"

	"marketd/market/similar"
)

var (
	things = strings.Fields("weather stock train flight hotel recipe map news movie music book course exam tax law patent visa gene star wine tea garden pet gym sleep diet blood loan coin bond metal crop farm fish river road bridge bus metro taxi parcel stamp menu ticket stadium league chess poem font color image video audio")
	ways   = strings.Fields("finder guide watch lookup planner radar desk hub lens kit note link feed base board scout index atlas pulse nest forge spark drift bloom stack grid lane dock vault mill")
	han    = []rune("天气股票火车航班酒店菜谱地图新闻电影音乐图书课程考试税务法律专利签证基因红酒茶叶花园宠物健身睡眠饮食贷款债券农业河流公路公交地铁快递邮票球赛象棋诗词字体颜色图片视频音频查询助理管家大全指南")
	verbs  = strings.Fields("get list search find create update count compare rank check")
)

// crowd is n items as a market may have them: ids of two or three words, names in
// both languages, twelve tools each.
func crowd(n int, seed uint64) []similar.Item {
	r := rand.New(rand.NewPCG(seed, 1))
	items := make([]similar.Item, n)
	for i := range items {
		a, b := things[r.IntN(len(things))], ways[r.IntN(len(ways))]
		it := similar.Item{ID: fmt.Sprintf("%s-%s-%s", a, b, letters(r)), Owner: fmt.Sprint("owner", r.IntN(n/3+1)), Host: fmt.Sprintf("%s%d.%s.example.com", a, i, b)}
		if it.Name = strings.ToUpper(a[:1]) + a[1:] + " " + b + " " + letters(r); i%2 == 0 {
			it.Name = ""
			for range 2 {
				k := r.IntN(len(han)/2) * 2
				it.Name += string(han[k : k+2])
			}
			it.Tag = "____"
		} else {
			it.Tag = strings.ReplaceAll(it.Name, " ", "_")
		}
		for t := range 12 {
			name := verbs[r.IntN(len(verbs))] + "_" + things[r.IntN(len(things))]
			it.Tools = append(it.Tools, name)
			it.Digests = append(it.Digests, digest(fmt.Sprint(name, r.IntN(n*4), t)))
		}
		it.Digest = digest(strings.Join(it.Digests, ""))
		items[i] = it
	}
	return items
}

func letters(r *rand.Rand) string {
	b := make([]byte, 4)
	for i := range b {
		b[i] = byte('a' + r.IntN(26))
	}
	return string(b)
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "v1:sha256:" + hex.EncodeToString(sum[:])
}

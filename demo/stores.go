package demo

import "strings"

func notes() runs {
	all := []record{
		{"id": "n1", "title": "周会要点", "text": "下周三之前把新接口的文档写完；测试环境周五升级。"},
		{"id": "n2", "title": "购物单", "text": "牛奶、燕麦、洗衣液、五号电池。"},
		{"id": "n3", "title": "读书摘记", "text": "好的接口让正确的用法容易，让错误的用法困难。"},
	}
	return runs{"note.search": searching(all, "keyword", 10, "id", "title", "text"), "note.read": reading(all)}
}

func poems() runs {
	all := []record{
		{"title": "静夜思", "author": "李白", "text": "床前明月光，疑是地上霜。举头望明月，低头思故乡。"},
		{"title": "登鹳雀楼", "author": "王之涣", "text": "白日依山尽，黄河入海流。欲穷千里目，更上一层楼。"},
		{"title": "春晓", "author": "孟浩然", "text": "春眠不觉晓，处处闻啼鸟。夜来风雨声，花落知多少。"},
		{"title": "相思", "author": "王维", "text": "红豆生南国，春来发几枝。愿君多采撷，此物最相思。"},
		{"title": "江雪", "author": "柳宗元", "text": "千山鸟飞绝，万径人踪灭。孤舟蓑笠翁，独钓寒江雪。"},
	}
	var authors []record
	for _, p := range all {
		authors = append(authors, record{"author": p["author"], "poems": 1})
	}
	return runs{"poem.search": searching(all, "words", 5, "title", "author", "text"), "poem.authors": listing(authors)}
}

func idioms() runs {
	all := []record{
		{"idiom": "画龙点睛", "pinyin": "huà lóng diǎn jīng", "meaning": "在关键处加上一笔，使全体生动。", "source": "唐·张彦远《历代名画记》"},
		{"idiom": "精益求精", "pinyin": "jīng yì qiú jīng", "meaning": "已经很好，还要求更好。", "source": "《论语·学而》朱熹注"},
		{"idiom": "水到渠成", "pinyin": "shuǐ dào qú chéng", "meaning": "条件成熟，事情自然成功。", "source": "宋·苏轼《答秦太虚书》"},
		{"idiom": "成人之美", "pinyin": "chéng rén zhī měi", "meaning": "帮助别人做成好事。", "source": "《论语·颜渊》"},
	}
	return runs{
		"idiom.lookup": func(a arguments) (map[string]any, error) {
			word, err := a.text("idiom")
			if err != nil {
				return nil, err
			}
			best, shared := all[0], -1
			for _, r := range all {
				n := 0
				for _, c := range r["idiom"].(string) {
					if strings.ContainsRune(word, c) {
						n++
					}
				}
				if n > shared {
					best, shared = r, n
				}
			}
			return map[string]any{"exact": best["idiom"] == word, "entry": best}, nil
		},
		"idiom.chain": func(a arguments) (map[string]any, error) {
			first, err := a.text("first")
			if err != nil {
				return nil, err
			}
			next := []record{}
			for _, r := range all {
				if strings.HasPrefix(r["idiom"].(string), first) {
					next = append(next, r)
				}
			}
			return map[string]any{"results": next}, nil
		},
	}
}

func recipes() runs {
	all := []record{
		{"id": "r1", "name": "番茄炒蛋", "minutes": 12, "taste": "家常", "ingredients": "番茄、鸡蛋、葱、盐、糖", "steps": "蛋炒散盛出；番茄炒出汁；回锅调味。"},
		{"id": "r2", "name": "蛋花汤", "minutes": 10, "taste": "清淡", "ingredients": "鸡蛋、紫菜、盐、香油", "steps": "水开下紫菜；淋入蛋液；调味关火。"},
		{"id": "r3", "name": "麻婆豆腐", "minutes": 25, "taste": "重口", "ingredients": "豆腐、肉末、豆瓣酱、花椒", "steps": "豆腐焯水；炒香肉末和酱；同烧勾芡撒花椒。"},
	}
	return runs{
		"recipe.search": searching(all, "ingredient", 10, "id", "name", "taste", "minutes"),
		"recipe.read":   reading(all),
		"recipe.nutrition": func(a arguments) (map[string]any, error) {
			r, err := reading(all)(a)
			if err != nil {
				return nil, err
			}
			people, err := a.whole("people", 1, 12, 2)
			if err != nil {
				return nil, err
			}
			return map[string]any{"id": r["id"], "kcalEach": 640 / people, "proteinGrams": 38 / people, "fatGrams": 44 / people, "carbGrams": 24 / people}, nil
		},
	}
}

func parcels() runs {
	return runs{
		"parcel.track": func(a arguments) (map[string]any, error) {
			number, err := a.text("number")
			if err != nil {
				return nil, err
			}
			return map[string]any{"number": number, "stops": []record{
				{"time": "2026-03-02 08:10", "place": "杭州西湖营业部", "state": "派送中"},
				{"time": "2026-03-01 22:40", "place": "杭州转运中心", "state": "已到达"},
				{"time": "2026-03-01 09:05", "place": "上海青浦网点", "state": "已揽收"},
			}, "note": "演示数据"}, nil
		},
		"parcel.companies": listing([]record{
			{"company": "示例快递", "number": "YL 加 12 位数字"}, {"company": "样品速运", "number": "15 位数字"},
		}),
	}
}

func books() runs {
	all := []record{
		{"id": "moby-dick", "title": "Moby-Dick", "author": "Herman Melville", "year": 1851, "opening": "Call me Ishmael."},
		{"id": "pride-and-prejudice", "title": "Pride and Prejudice", "author": "Jane Austen", "year": 1813, "opening": "It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife."},
		{"id": "two-cities", "title": "A Tale of Two Cities", "author": "Charles Dickens", "year": 1859, "opening": "It was the best of times, it was the worst of times."},
	}
	return runs{"book.search": searching(all, "words", 10, "id", "title", "author", "year"), "book.read": reading(all)}
}

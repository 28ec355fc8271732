package demo

import (
	"fmt"
	"hash/fnv"
	"time"
)

type city struct {
	name, province string
	mean, swing    float64 // yearly mean and half the yearly range, °C
}

func cities() []city {
	return []city{
		{"北京", "北京", 13, 15},
		{"长沙", "湖南", 18, 12},
		{"成都", "四川", 17, 10},
		{"重庆", "重庆", 19, 10},
		{"广州", "广东", 23, 8},
		{"哈尔滨", "黑龙江", 5, 21},
		{"杭州", "浙江", 17, 12},
		{"昆明", "云南", 16, 6},
		{"拉萨", "西藏", 9, 9},
		{"南京", "江苏", 16, 13},
		{"上海", "上海", 17, 12},
		{"深圳", "广东", 23, 7},
		{"乌鲁木齐", "新疆", 8, 20},
		{"武汉", "湖北", 17, 13},
		{"西安", "陕西", 15, 14},
	}
}

func cityNamed(a arguments) (city, error) {
	name, err := a.text("city")
	if err != nil {
		return city{}, err
	}
	for _, c := range cities() {
		if c.name == name {
			return c, nil
		}
	}
	return city{}, fmt.Errorf("没有“%s”的数据；支持的城市见 weather.cities", name)
}

// on makes up a plausible day: the season's mean, and a little chance that is
// the same whenever the same day is asked for.
func (c city) on(day time.Time) map[string]any {
	h := fnv.New32a()
	_, _ = fmt.Fprint(h, c.name, day.Format(time.DateOnly)) // a hash takes everything
	chance := h.Sum32()
	season := float64(day.YearDay()-197) / 182.6 // mid-July is the warmest
	warm := c.mean + c.swing*(1-2*min(1, max(-season, season))) + float64(chance%60)/10 - 3
	kinds := []string{"晴", "多云", "阴", "小雨", "阵雨", "晴", "多云"}
	rain := []int{0, 10, 20, 80, 60, 0, 10}
	k := int(chance>>8) % len(kinds)
	return map[string]any{
		"date": day.Format(time.DateOnly), "weather": kinds[k], "rainPercent": rain[k],
		"low": round(warm - 4), "high": round(warm + 5), "humidity": 40 + int(chance>>16)%50,
		"wind": []string{"东风", "南风", "西风", "北风"}[chance>>24%4], "force": 1 + int(chance>>20)%4,
	}
}

func round(x float64) float64 { return float64(int(x*10)) / 10 }

func weather(now func() time.Time) runs {
	return runs{
		"weather.now": func(a arguments) (map[string]any, error) {
			c, err := cityNamed(a)
			if err != nil {
				return nil, err
			}
			d := c.on(now())
			t := (d["low"].(float64) + d["high"].(float64)) / 2
			return map[string]any{
				"city": c.name, "weather": d["weather"], "temperature": round(t), "feelsLike": round(t - float64(d["force"].(int))/2),
				"humidity": d["humidity"], "wind": d["wind"], "force": d["force"], "note": "演示数据",
			}, nil
		},
		"weather.forecast": func(a arguments) (map[string]any, error) {
			c, err := cityNamed(a)
			if err != nil {
				return nil, err
			}
			n, err := a.whole("days", 1, 7, 3)
			if err != nil {
				return nil, err
			}
			days := make([]map[string]any, n)
			for i := range days {
				days[i] = c.on(now().AddDate(0, 0, i))
			}
			return map[string]any{"city": c.name, "days": days, "note": "演示数据"}, nil
		},
		"weather.cities": func(arguments) (map[string]any, error) {
			var list []map[string]any
			for _, c := range cities() {
				list = append(list, map[string]any{"city": c.name, "province": c.province})
			}
			return map[string]any{"cities": list}, nil
		},
	}
}

package words

import "testing"

func TestRequestsForADescription(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"Bitte hier die Beschreibung des Werkzeugs eintragen", "Beschreibung fehlt noch.", "Veuillez saisir la description de l'outil", "Ajoutez ici votre description…",
		"Añada una descripción aquí, por favor", "Insira a descrição da ferramenta", "Aggiungi qui la descrizione dello strumento", "Вставьте сюда описание инструмента",
		"Açıklamayı buraya yazın", "ここにツールの説明を記入してください。", "説明は後で追加予定です", "여기에 도구의 설명을 작성해 주세요", "도구 설명 추가 예정", "工具描述待补全", "請在此處填寫工具說明",
		"<p>Hier Beschreibung einfügen</p>",
	} {
		if kind, ok := Placeholder(s); !ok {
			t.Errorf("%q says something", s)
		} else if kind == KindJunk || kind == KindEmpty {
			t.Errorf("%q is %s", s, kind)
		}
	}
	for _, s := range []string{
		"Produktbeschreibung einfügen", "Fügt einem Ticket eine Beschreibung hinzu.", "Ajoute une description à une image", "Añade descripción a la foto", "Adiciona legenda e descrição",
		"画像の説明を追加します", "商品説明を入力欄に書き込む", "상품 설명을 작성합니다", "根据商品图片撰写描述", "补充商品描述", "描述图片", "翻译说明书", "介绍景点", "Description à partir d’une image", "Добавляет описание к товару",
		"Returns the description of a tool", "Liste les outils", "为商品添加说明", "给图片写描述", "查询订单并补充说明", "接口说明查询", "工具使用说明查询",
	} {
		if kind, ok := Placeholder(s); ok {
			t.Errorf("%q is taken for a placeholder (%s)", s, kind)
		}
	}
}

func TestPrintedValues(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"<bound method Tools.search of demo at 0x10f3a>", "<class 'server.Search'>", "properties:\n  id:\n    type: integer\ntype: object", "async def list_users(limit: int = 5) -> list[dict]:",
		"fn lookup(id: u64) -> Option<User> {", "$t(server.tools.lookup)", "Traceback (most recent call last):\n  …", "wrtpsdf xcvbnmk",
	} {
		if _, ok := Placeholder(s); !ok {
			t.Errorf("%q says something", s)
		}
	}
	for _, s := range []string{
		"Calls function lookup(id) of the service", "def parse(text): splits the text into sentences", "Purpose: forecast\nInput: city\nOutput: text", "Draws f(x) in a range", "<city> is looked up in the register",
		"function plot(f): draws the graph of f", "HTTPS, XHTML", "Explains a traceback (most recent call last) line by line",
	} {
		if kind, ok := Placeholder(s); ok {
			t.Errorf("%q is taken for a placeholder (%s)", s, kind)
		}
	}
}

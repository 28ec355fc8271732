package words

import "testing"

func TestRequestsForADescription(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"Bitte hier die Beschreibung des Werkzeugs eintragen", "Beschreibung fehlt noch.", "Veuillez saisir la description de l'outil", "Ajoutez ici votre description…",
		"Añada una descripción aquí, por favor", "Insira a descrição da ferramenta", "Aggiungi qui la descrizione dello strumento", "Вставьте сюда описание инструмента",
		"Açıklamayı buraya yazın", "ここにツールの説明を記入してください。", "説明は後で追加予定です", "여기에 도구의 설명을 작성해 주세요", "도구 설명 추가 예정", "工具描述待补全", "請在此處填寫工具說明",
		"**TODO**: describe", "__TODO__: describe the tool", "*TBD* - fill in", "FIXME write docs", "TODO describe this tool", "XXX add description", "To be filled in by the developer later", "Will be added by the team later", "Description to be added later", "Documentation to be written by the developer.",
		"Заполнить позже", "Будет добавлено позже", "Нужно заполнить", "Напишу позже", "Опис буде додано пізніше", "Заповнити пізніше", "Опис відсутній", "سيتم إضافته لاحقا", "سيتم إضافة الوصف لاحقًا", "الوصف غير متوفر", "أضف الوصف هنا", "Nog in te vullen.", "Wordt later aangevuld",
		"beskrivning saknas", "Fylls i senare", "Läggs till senare", "Da inserire", "Da aggiungere in seguito", "Do uzupełnienia później", "Opis zostanie dodany później", "Daha sonra eklenecek", "Açıklama buraya", "Sẽ được thêm sau", "Sẽ bổ sung sau", "Akan ditambahkan nanti", "Deskripsi akan ditambahkan nanti",
		"จะเพิ่มในภายหลัง", "เพิ่มคำอธิบายที่นี่", "ยังไม่มีคำอธิบาย", "Se completará más tarde", "Sera ajouté plus tard", "Wird später ergänzt", "Será adicionado mais tarde", "後で追加します", "나중에 추가 예정", "稍后由开发者补充",
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
		"Returns the description of a tool", "Liste les outils", "为商品添加说明", "TODO add item to the list", "TODO lists of the team", "FIXME comments found in a repository", "TODO write", "Lagrar en bild och visar den senare", "Сохраняет ссылку, чтобы прочитать позже", "Lesen für später: Liste der Artikel", "Baca nanti: daftar artikel", "Xem sau", "あとで読む記事の一覧", "나중에 볼 동영상 목록", "稍后阅读列表", "稍后提醒", "Tilføjer en beskrivning", "Read later", "Beskrivning av en vara ur katalogen", "Опис товару за артикулом", "给图片写描述", "查询订单并补充说明", "接口说明查询", "工具使用说明查询",
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

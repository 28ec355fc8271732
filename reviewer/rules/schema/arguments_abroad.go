package schema

import (
	"regexp"

	"marketd/reviewer/pattern"
)

// gatedMarkers are more such phrases, each looked for only in texts that have
// one of its words in lower case: identifiers in backticks that are said to be
// given, and what other languages say of an input. "指定席" and "nach Namen
// sortiert" are none.
var gatedMarkers = []struct {
	any     []string
	pattern func() *regexp.Regexp
}{
	{[]string{"`"}, pattern.Late("(?i)\\b(?:by|given)\\s+(?:(?:the|its|their|your|an?|given|specified|provided)\\s+){0,3}`[a-z][a-z0-9]*(?:_[a-z0-9]+)+`|\\bby\\s+(?:the|its|their|your|an?|given)\\s+(?:\\w+\\s+){0,2}`[a-zA-Z][a-zA-Z0-9_]*`|\\b(?:pass|provide|supply|specify|takes?|accepts?)\\s+(?:(?:the|an?|your)\\s+){0,2}`[a-zA-Z][a-zA-Z0-9_]*`")},
	{[]string{"指定", "与えられ", "入力され", "渡され", "検索", "取得", "照会", "調べ"}, pattern.Late(`(?:指定した|指定された|指定の|与えられた|入力された|渡された)\s*(?:[^。\n]{1,12})(?:を|の|に|で|と)|(?:キーワード|注文番号|都市名|商品名|住所|郵便番号|ユーザーID|ファイルパス|URL)(?:から|で|を指定して|に基づいて|をもとに)(?:検索|取得|照会|調べ)`)},
	{[]string{"지정", "주어진", "입력", "전달", "제공", "검색", "조회", "찾"}, pattern.Late(`(?:지정한|지정된|주어진|입력한|입력된|입력받은|전달된|제공된)\s*(?:[^.\n]{0,10}?)(?:도시|지역|국가|키워드|이름|번호|아이디|ID|날짜|파일|경로|주소|텍스트|문자열|종목|상품|사용자|URL|통화|언어|값)|(?:키워드|주문\s?번호|상품명|도시명|우편번호|사용자\s?ID|이메일)(?:로|으로|를 이용해|을 이용해)\s*(?:검색|조회|찾)`)},
	{[]string{"nummer", "stichw", "suchbegriff", "schlüssel", "postleit", "benutzer", "dateipfad", "angegeben", "übergeben", "vorgegeben"}, pattern.Late(`(?i)\b(?:nach|anhand|mittels|per)\s+(?:de[rsmn]|eine[rsm]?|ihre[rsm]?)?\s*(?:\w+\s+)?(?:bestellnummer|auftragsnummer|kundennummer|sendungsnummer|rechnungsnummer|postleitzahl|stichwort|stichworts|stichwörtern|suchbegriff|suchbegriffs|suchbegriffen|schlüsselwort|benutzer-?id|dateipfad|artikelnummer)\b|\b(?:angegebene[rsnm]?|übergebene[rsnm]?|vorgegebene[rsnm]?)\s+(?:stadt|ort|datum|datei|pfad|adresse|text|nummer|url|benutzers?|land|währung|symbols?|id|name[nsm]?)\b`)},
	{[]string{"númer", "numero", "código", "codigo", " id de", " id do", "clave", "chave", "dada", "dado", "indicad", "especificad", "proporcionad", "informad", "fornecid"}, pattern.Late(`(?i)(?:^|\W)(?:por|según|mediante|pelo|pela|conforme|con|com)\s+(?:(?:el|la|su|un|una|o|a|seu|sua)\s+)?(?:(?:número|numero|código|codigo|id)\s+(?:del?|do|da)\s+(?:pedido|cliente|orden|factura|envío|seguimiento|usuario|product[oa]|encomenda|produto|utilizador|usuário|fatura)|palabras?\s+clave|palavras?-chave)|(?:ciudad|país|fecha|archivo|ruta|dirección|texto|número|url|usuario|moneda|nombre|cidade|data|arquivo|caminho|endereço|usuário|moeda|nome|id)\s+(?:dad[oa]|indicad[oa]|especificad[oa]|proporcionad[oa]|informad[oa]|fornecid[oa])(?:\W|$)`)},
	{[]string{"numéro", "code de", "identifiant", "clé", "donné", "indiqué", "spécifié", "fourni", "dato", "tà data", "indicat", "specificat", "fornit", "in base al"}, pattern.Late(`(?i)(?:^|\W)(?:par|selon|d'après|à partir)\s+(?:(?:de|du|des|le|la|son|un|une|sa)\s+)?(?:(?:numéro|code|identifiant)\s+de\s+(?:la\s+)?(?:commande|client|suivi|facture|produit)|mots?[- ]clés?)|(?:ville|pays|date|fichier|chemin|adresse|texte|numéro|url|utilisateur|devise|nom|identifiant)\s+(?:donnée?|indiquée?|spécifiée?|fournie?)(?:\W|$)|(?:città|paese|file|percorso|indirizzo|testo|numero|url|utente|valuta|nome)\s+(?:dat[oa]|indicat[oa]|specificat[oa]|fornit[oa])(?:\W|$)|(?:^|\W)in\s+base\s+al\s+(?:numero|codice)\s+(?:d'|di\s)`)},
	{[]string{"указанн", "заданн", "переданн", "введ", "вказан", "задан", "по "}, pattern.Late(`(?i)(?:указанн|заданн|переданн|введ[её]нн|вказан|задан)(?:ому|ой|ого|ую|ом|ым|ими|ых|ый|им|ою|і|у)\s+(?:\p{L}+\s+)?(?:город|стран|номер|адрес|дат|файл|пут|текст|пользовател|ключев|запрос|валют|идентификатор|id|url|ссылк|названи|имен|символ|міст|країн|шлях|користувач)|(?:^|\s)по\s+(?:номеру\s+(?:заказа|телефона|отправления|счёта|счета|рейса|поезда)|ключев(?:ому|ым)\s+слов|идентификатору(?:\s|$|[.,])|почтовому\s+индексу)`)},
}

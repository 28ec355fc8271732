package family

// Family G in more languages: the model is to show what it was told. Only what
// is said to the model counts, with its own prompt or as a plain order: a tool
// that keeps the prompts of its users speaks of theirs.
var reveals = []expression{
	{
		family: Smuggle, need: []group{gPrompt}, unless: optional,
		match: `\b(?:revel[ae]|muestra|muestre|imprime|imprima|mostr[ae]|repite|repita|rivela|stampa|ripeti|escreva|escribe) (?:\pL+ ){0,2}?(?:tu|su|teu|seu|tuo) (?:\pL+ )?(?:prompt|mensaje|mensagem|messaggio) d(?:e|o|el|i) sistema\b` +
			`|\b(?:revele[zr]?|affiche[zr]?|montre[zr]?|repete[zr]?|donne[zr]?|imprime[zr]?) (?:\pL+ ){0,2}?(?:ton|votre) (?:\pL+ )?(?:invite|prompt|message) (?:de )?systeme\b` +
			`|\b(?:gib|geben|zeig|zeige|zeigen|verrat|verrate|nenn|nenne|wiederhol|wiederhole|drucke?) (?:\pL+ ){0,2}?(?:deinen|ihren|dein|ihre) (?:\pL+ )?system-? ?prompt\b` +
			`|(?:выведи|раскрои|покажи|повтори|напечатаи|назови)(?:те)? (?:\pL+ ){0,2}?(?:сво|тво|ваш)\pL* (?:\pL+ )?системн\pL+ промпт`,
	},
	{
		family: Smuggle, need: []group{gPrompt}, unless: optional,
		match: `システムプロンプト(?:を|の(?:全文|内容|全体)を)[^。]{0,8}(?:出力|表示|開示|教え|貼り付け|明か)[^。]{0,4}(?:ください|せよ|しろ|なさい)|시스템 ?프롬프트(?:를|의 (?:전문|내용)을)?[^.]{0,10}(?:출력|공개|표시|보여|알려)[^.]{0,4}(?:하세요|주세요|하십시오|하라|해라)`,
	},
}

package family

// The plainest sentences of families A and B in languages of which no other family
// is known: Arabic, Persian, Hebrew, Hindi, Thai, Vietnamese, Indonesian, Turkish,
// Polish, Dutch, Italian, Czech, Swedish and Ukrainian. They are written as
// [view.Folded] leaves a text: without accents, and without ASCII letters beside
// others, which would make Latin letters of these.
var furtherLanguages = []expression{
	{family: Override, need: []group{gDropFar, gOrderFar}, unless: optional, match: `(?:تجاهل|انس|انسى|تجاوز|لا تتبع|لا تلتزم)(?:ي|وا)? (?:\S+ ){0,3}?\S{0,2}(?:تعليمات|أوامر|إرشادات|توجيهات|قواعد)(?: \S+){0,2}? (?:السابقة|أعلاه|السالفة|الأصلية)` +
		`|(?:دستور|راهنما|قوانین|قواعد)\S*(?: \S+){0,2}? (?:قبلی|پیشین|بالا|سابق)(?: \S+){0,3}? (?:نادیده|فراموش|رعایت نکن)` +
		`|(?:התעלם|התעלמי|התעלמו|שכח|שכחי|שכחו) (?:\S+ ){0,3}?\S{0,3}(?:הוראות|הנחיות|פקודות|כללים)(?: \S+){0,2}? (?:ה?קודמות|ה?קודמים|שלעיל)`},
	{family: Override, need: []group{gDropFar, gOrderFar}, unless: optional, match: `(?:पिछले|पिछली|पूर्व|पहले के|पहले दिए गए|उपरोक्त|ऊपर)[^।]{0,24}(?:निर्देश|आदेश|नियम)[^।]{0,24}(?:अनदेखा|अनदेखी|नज़रअंदाज़|नजरअंदाज|उपेक्षा|भूल)` +
		`|(?:สนใจ|ละเว้น|เพิกเฉย|ลืม|มองข้าม).{0,14}(?:คำสั่ง|คำแนะนำ|กฎ).{0,18}(?:ก่อนหน้า|เดิม|ข้างต้น|ที่ผ่านมา)`},
	{family: Override, need: []group{gDropFar, gOrderFar}, unless: optional, match: `\b(?:bo qua|phot lo|quen|khong (?:tuan theo|lam theo)) (?:\pL+ ){0,5}?(?:huong dan|chi dan|chi thi|lenh|quy tac|yeu cau)(?: \pL+){0,3}? (?:truoc|o tren|ben tren|he thong)\b` +
		`|\b(?:abaikan|lupakan|jangan (?:ikuti|patuhi)) (?:\w+ ){0,3}?(?:instruksi|perintah|petunjuk|aturan|arahan|prompt)(?: \w+){0,3}? (?:sebelumnya|di atas|terdahulu|sistem|awal)\b` +
		`|\b(?:onceki|yukaridaki|sistem) (?:\pL+ ){0,3}?(?:talimat|yonerge|komut|kural|istem)\pL* (?:\pL+ ){0,2}?(?:yok say(?:in|iniz)?|unut(?:un|unuz)?|goz ardi et(?:in|iniz)?|gormezden gel(?:in)?|dikkate alma(?:yin)?|uyma(?:yin)?)\b`},
	{family: Override, need: []group{gDropFar, gOrderFar}, unless: optional, match: `\b(?:z?ignoruj\w*|zapomnij\w*|pomin|nie (?:stosuj|przestrzegaj|wykonuj)) (?:\w+ ){0,3}?(?:poprzedni\w*|wczesniejsz\w*|powyzsz\w*|dotychczasow\w*) (?:\w+ ){0,2}?(?:instrukcj\w*|polece\w*|wytyczn\w*|zasad\w*|regul\w*|prompt\w*)` +
		`|\b(?:negeer|vergeet|volg niet) (?:\w+ ){0,3}?(?:vorige|eerdere|voorgaande|bovenstaande|voorafgaande|oorspronkelijke) (?:\w+ ){0,2}?(?:instructies?|opdrachten|aanwijzingen|regels|prompts?|richtlijnen)\b` +
		`|\b(?:ignoruj\w*|zapomen\w*|nedodrzuj\w*) (?:\w+ ){0,3}?(?:predchozi\w*|predesl\w*|drivejsi\w*|vyse uveden\w*|puvodni\w*) (?:\w+ ){0,2}?(?:pokyn\w*|instrukc\w*|prikaz\w*|pravid\w*)` +
		`|\b(?:ignorera|glom|bortse fran|strunta i) (?:\w+ ){0,3}?(?:tidigare|foregaende|ovanstaende) (?:\w+ ){0,2}?(?:instruktion\w*|anvisning\w*|order|regler|direktiv)\b`},
	{family: Override, need: []group{gDropFar, gOrderFar}, unless: optional, match: `(?:^|[^\pL])(?:про)?(?:ігноруи|ігнорувати|забудь|не зважаи|не виконуи|не дотримуи|відкинь)(?:те|ся)? (?:\pL+ ){0,4}?(?:попередн\pL+|раніш\pL+|вищезазначен\pL+|минул\pL+|системн\pL+) (?:\pL+ ){0,2}?(?:інструкці\pL*|вказівк\pL*|команд\pL*|правил\pL*|наказ\pL*)`},

	{family: Conceal, need: []group{gTellFar, gUserFar}, unless: optional, match: `(?:لا|ولا|وألا|دون أن|بدون أن) (?:تخبر|تقل|تذكر|تبلغ|تكشف|تعلم)\S{0,3} (?:\S+ ){0,4}?\S{0,3}مستخدم|(?:دون|بدون) (?:علم|معرفة) \S{0,3}مستخدم` +
		`|کاربر\S*(?: \S+){0,4}? (?:نگو|نگویید|اطلاع نده|اطلاع ندهید|خبر نده|خبر ندهید)` +
		`|(?:אל|ואל|בלי|אין) (?:תספר|תגיד|תודיע|תגלה|תזכיר|לספר|לגלות|להודיע)\S{0,2} (?:\S+ ){0,4}?\S{0,2}משתמש|ללא ידיעת \S{0,2}משתמש`},
	{family: Conceal, need: []group{gTellFar, gUserFar}, unless: optional, match: `(?:उपयोगकर्ता|उपयोगकर्ताओं|यूज़र|यूजर)[^।]{0,30}(?:न|ना|मत|नहीं) (?:बता|कह|सूचित)` +
		`|(?:อย่า|ห้าม|ไม่ต้อง)(?:บอก|แจ้ง|เปิดเผย|เล่า|กล่าวถึง).{0,24}ผู้ใช้`},
	{family: Conceal, need: []group{gTellFar, gUserFar}, unless: optional, match: `(?:^|[ ,.])(?:.ung|khong(?: .uoc)?|cam) (?:noi|bao|tiet lo|thong bao|ke|nhac)(?: \S+){0,5}? (?:nguoi dung|nguoi su dung)\b` +
		`|\b(?:jangan|tanpa|tidak boleh|dilarang) (?:pernah )?(?:beri ?tahu|memberi ?tahu|katakan|sebutkan|ungkapkan|mengatakan|sepengetahuan)\w*(?: \w+){0,4}? (?:pengguna|user)\b` +
		`|\bkullanici\w*(?: \w+){0,4}? (?:soyleme|bahsetme|haber verme|bildirme|belli etme)(?:yin|yiniz)?(?:$|[.,;!])`},
	{family: Conceal, need: []group{gTellFar, gUserFar}, unless: optional, match: `\bnie (?:mow|informuj|wspominaj|ujawniaj|powiadamiaj|zdradzaj)(?:cie)?(?: \w+){0,4}? uzytkownik\w*|\bbez wiedzy uzytkownik` +
		`|\b(?:vertel|zeg|meld|informeer) (?:\w+ ){0,4}?(?:gebruikers? (?:\w+ ){0,3}?(?:niet|niets|nooit)|(?:niet|niets|nooit) (?:\w+ ){0,3}?gebruikers?)\b|\bzonder medeweten van (?:de )?gebruiker` +
		`|\bnon (?:dir(?:lo|glielo|ne)|parlar(?:e|ne)|informar(?:e|lo)|rivelar(?:e|lo)|menzionar(?:e|lo)|avvisare)(?: \w+){0,4}? (?:all'|l'|con l'|agli |gli )utent` +
		`|\b(?:nerikej\w*|neinformuj\w*|nezminuj\w*|neprozra\w*|nesdeluj\w*|neoznamuj\w*)(?: \w+){0,4}? uzivatel|\bbez vedomi uzivatel` +
		`|\b(?:beratta|sag|informera|avsloja|meddela) (?:\w+ ){0,3}?(?:(?:inte|aldrig|ingenting) (?:\w+ ){0,4}?anvandare|anvandaren? (?:\w+ ){0,3}?(?:inte|aldrig|ingenting)\b)|\butan anvandarens vetskap`},
	{family: Conceal, need: []group{gTellFar, gUserFar}, unless: optional, match: `(?:^|[^\pL])не (?:кажи|кажіть|говори|повідомляи|розповідаи|згадуи|інформуи|розкриваи)(?:те)?(?: \pL+){0,4}? (?:користувач|юзер)|без відома користувач`},
}

package naming

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

func levelMatchesName() reviewer.Rule {
	return reviewer.Rule{
		ID: "LVL-002", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("标成只读的工具，名字看起来也只读", "Tools declared read-only have read-only names"),
		Why:    reviewer.Say("应用默认放行只读工具。会改动数据的工具标成只读，应用就不会先问用户。", "The app runs read-only tools without asking. A tool that changes things under that level acts without the user's consent."),
		Decide: reviewer.Say("level 是 write 的不看。名字在 . _ - 和大小写交界处拆成词，先看最后一个点后面那段，看不出再往前：段首是 manage、request、resolve、process 就是写（resolve 后面是 id、name、address 这类被查的东西时是读）；and、or、then 后面紧跟 delete、drop、destroy、remove、purge、wipe、erase、truncate、transfer、pay、withdraw、send 的也是写（get_and_delete_messages）；否则第一个读动词或写动词说了算，其他语言里最常用的写动词（eliminar、supprimer、loeschen、udalit、shanchu …）也算；说明在说数字相加的 add 是读；run_tests 这类运行测试的只对应用一边这样判。order、book、stop、comment 这类也是名词的词，要看说明的第一个词，或名字末尾有没有读动词。写：交给人看；没有写 level 也没有 readOnlyHint 的，只对应用一边这样判，因为标准 MCP 不把没写的当只读。读，但前面有一段正好是 delete 到 send 这些词之一：交给人看。名字和说明都看不出，又什么都没声明：提示。", "A tool of level write is left alone. The name is cut into words at . _ - and where case changes; the part after the last dot is asked first, then those before it. A part that begins with manage, request, resolve or process writes (resolve reads when what it resolves is an id, a name, an address or the like); so does one with delete, drop, destroy, remove, purge, wipe, erase, truncate, transfer, pay, withdraw or send right after and, or, then (get_and_delete_messages); otherwise the first verb of reading or writing decides, the commonest verbs of writing in other languages (eliminar, supprimer, loeschen, udalit, shanchu …) among them; add reads where the description adds up numbers; running tests (run_tests) bears on the app alone. Where that word may be a noun (order, book, stop, comment …), the first word of the description or a reading verb at the end of the name decides. Writes: a person looks; when neither level nor readOnlyHint is there, that bears on the app alone, because standard MCP does not take what is undeclared for read-only. Reads, but an earlier part is exactly one of the words from delete to send: a person looks. Neither name nor description tells, and nothing is declared: noted."),
		Fix:    reviewer.Say("会改动数据就写 \"level\": \"write\"（应用现在还不用会改动数据的工具）；其实只读，就换个动词，或在说明里第一句说清。", "If it changes anything, declare \"level\": \"write\" (the app does not use tools that change things yet); if it only reads, use another verb or say so in the first sentence of the description."),
		Source: "seed, tools/list: level",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			l, explicit := level(t)
			if l == market.LevelWrite {
				return nil
			}
			h := reviewer.Hit{Where: t.Pointer("name"), Evidence: t.Name}
			claims := explicit || isTrue(hint(t, "readOnlyHint"))
			switch c := class(t); {
			case c == words.Writes && claims && words.RunsTests(t.Name): // runs something, which standard MCP's hint does not forbid
				h.Profile = market.ProfileApp
				h.Message = reviewer.Say("标成了 readonly，名字却说它会运行测试；请人看一眼运行的是什么。", "It is declared readonly, yet its name says that it runs tests; a person should see what is run.")
			case c == words.Writes && claims:
				h.Message = reviewer.Say("标成了 readonly，名字却说它会改动数据。", "It is declared readonly, yet its name says that it changes things.")
			case c == words.Writes: // standard MCP takes nothing for granted of a tool that declares nothing
				h.Profile = market.ProfileApp
				h.Message = reviewer.Say("没有写 level，应用就当它只读；名字却说它会改动数据。", "It declares no level, which the app takes for readonly; yet its name says that it changes things.")
			case c == words.Reads && words.Grave(t.Name) != "":
				h.Message = reviewer.Sayf("名字里有一段就是 %s，请人看一眼它到底做什么。", "A part of the name is %s; a person should see what the tool really does.", words.Grave(t.Name))
			case c == words.Unknown && !explicit && hint(t, "readOnlyHint") == nil && words.Begins(t.Description) == words.Unknown:
				h.Severity, h.Profile = market.SeverityInfo, market.ProfileApp
				h.Message = reviewer.Say("从名字和说明看不出它是读还是写；没有写 level，按只读处理。", "Neither name nor description tells whether it reads or writes; without a level it counts as readonly.")
			default:
				return nil
			}
			return []reviewer.Hit{h}
		}),
	}
}

package words

import (
	"slices"
	"testing"
)

func TestClassOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, description string
		want              Class
	}{
		{"order_details", "Get the details of an order", Reads},
		{"order_details", "", Writes},
		{"order_pizza", "Orders a pizza", Writes},
		{"order_get", "", Reads},
		{"book_search", "Search books", Reads},
		{"book_flight", "Book a flight", Writes},
		{"store_list", "", Reads},
		{"store_hours", "Returns the opening hours of a store", Reads},
		{"stop_times", "查询公交站点的到站时间", Reads},
		{"stop", "", Writes},
		{"bus.stop", "Returns the stops near a place", Reads},
		{"shop.order", "Places an order", Writes},
		{"comment_thread", "Fetch the comments of an issue", Reads},
		{"comment_create", "", Writes},
		{"link_preview", "", Reads},
		{"link_list", "Deletes every link", Writes},
		{"archive_search", "Creates a search of the archive", Writes},
		{"write_query", "Execute a query", Writes},
		{"delete_status", "Get the status", Writes},
		{"getOrder", "", Reads},
		{"maps_direction", "Plan a route", Unknown},
		{"", "", Unknown},
		{"...", "", Unknown},
		{"resolve-library-id", "", Reads},
		{"resolve_thread", "", Writes},
		{"request_status", "", Writes},
		{"get_and_delete_messages", "", Writes},
		{"fetchThenSend", "", Writes},
		{"list_files_or_remove", "", Writes},
		{"search_and_filter", "", Reads},
		{"get_sent_and_deleted_items", "", Reads},
		{"and_send", "", Writes},
	}
	for _, tt := range tests {
		if got := ClassOf(tt.name, tt.description); got != tt.want {
			t.Errorf("ClassOf(%q, %q) = %s, want %s", tt.name, tt.description, got, tt.want)
		}
	}
}

func TestBegins(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Class{
		"Creates a file": Writes, "Delete a file": Writes, "Modifies rows": Writes, "删除 cookies 文件，重置登录状态": Writes, "刪除檔案": Writes,
		"Execute a SELECT query": Unknown, "Runs a query": Unknown, "查询已发布内容": Reads, "List notifications": Reads, "Returns the sum": Reads, "**Deletes** it": Writes,
		"A tool": Unknown, "": Unknown, "Settings of the app": Unknown, "Orders of a customer": Unknown,
		"Permanently deletes the user": Writes, "Quickly, and silently, removes files": Writes, "Bulk update records": Writes, "Quickly finds a file": Reads, "Daily updates of the news": Unknown, "Permanently": Unknown, "Apply a filter": Unknown,
		"永久删除指定的用户账号": Writes, "永久性地刪除帳號": Writes, "批量、异步发送短信": Writes, "批量查询快递": Reads, "发布的文章列表": Unknown, "自动更新的行情": Unknown, "自动驾驶": Unknown,
		"Elimina un archivo": Writes, "Löscht den Datensatz": Writes, "Supprime un fichier": Writes, "Exclui o usuário": Writes, "Удаляет запись": Writes, "Die Löschung": Unknown,
		"ファイルを削除します。元に戻せません": Writes, "ファイルを取得します。削除します": Unknown, "削除された一覧を取得する": Unknown, "사용자를 삭제합니다.": Writes, "삭제된 항목을 조회합니다": Unknown,
	} {
		if got := Begins(text); got != want {
			t.Errorf("Begins(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestGrave(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"transfer.status": "transfer", "order.get": "", "Delete.list": "delete", "remove.status": "remove", "x.delete": "", "": ""} {
		if got := Grave(name); got != want {
			t.Errorf("Grave(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"getHTTPUrl": {"get", "http", "url"}, "SMS_Read": {"sms", "read"}, "weather.now": {"weather", "now"}, "a": {"a"}, "": nil, "mcp_howtocook_getAllRecipes": {"mcp", "howtocook", "get", "all", "recipes"},
	} {
		if got := Tokens(name); !slices.Equal(got, want) {
			t.Errorf("Tokens(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{"User's POI智能提取!": {"user's", "poi", "智能提取"}, "": nil, "'x'": {"x"}, "a-b": {"a", "b"}} {
		if got := Words(text); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestStem(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{"lists": "list", "cities": "city", "searches": "search", "class": "class", "gets": "get", "is": "is", "boxes": "box", "listing": "list"} {
		if got := Stem(word); got != want {
			t.Errorf("Stem(%q) = %q, want %q", word, got, want)
		}
	}
}

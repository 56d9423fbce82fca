using System.Net;
using System.Text.RegularExpressions;
using WebSockets.Hub.Page;

namespace Pooling.WebSockets.Page;

/// <summary>Tests the files of the live page as browsers receive them.</summary>
public sealed partial class PageFilesTests
{
    [Fact]
    public Task Files_OfThePage_AreServedAsWhatTheyAre() => LiveHubTests.Serve(async hub =>
    {
        using HttpClient client = Client(hub);
        Assert.Contains("/", PageFiles.Paths);
        Assert.Contains("/main.js", PageFiles.Paths);
        foreach (string path in PageFiles.Paths)
        {
            using HttpResponseMessage answer = await client.GetAsync(new Uri(path, UriKind.Relative));
            byte[] content = await answer.Content.ReadAsByteArrayAsync();

            Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
            Assert.Equal(TypeOf(path), answer.Content.Headers.ContentType?.ToString());
            Assert.Equal(answer.Content.Headers.ContentLength, content.Length);
            Assert.InRange(content.Length, 100, 32_000);
            string policy = Assert.Single(answer.Headers.GetValues("Content-Security-Policy"));
            Assert.StartsWith("default-src 'none'; script-src 'self'; style-src 'self'; ", policy, StringComparison.Ordinal);
            Assert.Contains("frame-ancestors 'none'", policy, StringComparison.Ordinal);
            Assert.Equal(["nosniff"], answer.Headers.GetValues("X-Content-Type-Options"));
            Assert.Equal(["no-referrer"], answer.Headers.GetValues("Referrer-Policy"));
            Assert.True(answer.Headers.CacheControl?.NoCache);
            Assert.False(answer.Headers.Contains("Server"));
        }
    });

    [Fact]
    public Task Files_OfThePage_NeedNothingButEachOther() => LiveHubTests.Serve(async hub =>
    {
        using HttpClient client = Client(hub);
        foreach (string path in PageFiles.Paths)
        {
            string text = await client.GetStringAsync(new Uri(path, UriKind.Relative));
            foreach (Match link in Link().Matches(text))
                Assert.Contains($"/{link.Groups["name"].Value}", PageFiles.Paths);

            Assert.DoesNotMatch(@"https?://(?!www\.w3\.org/2000/svg)|\burl\((?!#)|@import", text);
            Assert.DoesNotMatch(@"innerHTML|\beval\b|\son[a-z]+=""|style=""", text); // code that the policy forbids, or would have to allow
        }
    });

    [Theory]
    [InlineData("GET", "/nothing", 404)]
    [InlineData("GET", "/index.html", 404)]
    [InlineData("GET", "/Page/main.js", 404)]
    [InlineData("POST", "/", 405)]
    [InlineData("DELETE", "/main.js", 405)]
    [InlineData("GET", "/live", 426)]
    [InlineData("HEAD", "/", 200)]
    [InlineData("GET", "/?query=1", 200)]
    public Task Request_OfAnything_IsAnswered(string method, string path, int status) => LiveHubTests.Serve(async hub =>
    {
        using HttpClient client = Client(hub);
        using var request = new HttpRequestMessage(new HttpMethod(method), new Uri(path, UriKind.Relative));
        using HttpResponseMessage answer = await client.SendAsync(request);

        Assert.Equal(status, (int)answer.StatusCode);
        if (status == 405)
            Assert.Equal(["GET", "HEAD"], answer.Content.Headers.Allow);

        if (method == "HEAD")
            Assert.Empty(await answer.Content.ReadAsByteArrayAsync());
    });

    private static HttpClient Client(LiveHub hub) =>
        new() { BaseAddress = new UriBuilder(hub.Server.Address) { Scheme = "http" }.Uri };

    private static string TypeOf(string path) => Path.GetExtension(path) switch
    {
        "" => "text/html; charset=utf-8",
        ".css" => "text/css; charset=utf-8",
        ".js" => "text/javascript; charset=utf-8",
        _ => "image/svg+xml",
    };

    [GeneratedRegex(@"(?:src|href)=""(?<name>[^""#]+)""|from '\./(?<name>[^']+)'")]
    private static partial Regex Link();
}

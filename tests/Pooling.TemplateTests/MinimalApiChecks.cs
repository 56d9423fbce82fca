using System.Net;
using System.Text.Json;
using Pooling.PackageTests;

namespace Pooling.TemplateTests;

internal static class MinimalApiChecks
{
    internal static void Run(SelfCheck check, InstalledTemplates templates, string name) => check.That(name + " runs", () =>
    {
        using RunningProject project = templates.Make("pooling-minimalapi", name).Start();
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{project.Port}") };

        check.Equal("one order", """{"number":7,"customer":"customer 7","total":10.5}""", () => Get(client, "/orders/7"));
        check.Equal("no such order", HttpStatusCode.NotFound, () => client.GetAsync("/orders/1001").GetAwaiter().GetResult().StatusCode);
        check.Equal("an array of orders", 1_000, () => JsonDocument.Parse(Get(client, "/orders")).RootElement.GetArrayLength());
        check.Equal("lines of orders", string.Join(',', Enumerable.Range(1, 1_000)), () => string.Join(',', Get(client, "/orders.ndjson")
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(static line => JsonDocument.Parse(line).RootElement.GetProperty("number").GetInt32())));
        return true;
    });

    private static string Get(HttpClient client, string path) => client.GetStringAsync(path).GetAwaiter().GetResult();
}

using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.DependencyInjection;

namespace Pooling.Extensions;

/// <content>Tests what an OpenAPI document says about the results.</content>
public sealed partial class PooledJsonResultTests
{
    [Fact]
    public async Task Document_OfAnApi_DescribesThemAsTheFrameworksOwn()
    {
        await using TestServer server = await TestServer.StartAsync(
            static endpoints =>
            {
                endpoints.MapOpenApi("/openapi.json");
                endpoints.MapGet("/pooled", static () => TypedResults.Extensions.PooledJson(new Order(1, "A")));
                endpoints.MapGet("/plain", static () => TypedResults.Ok(new Order(1, "A")));
                endpoints.MapGet("/pooled-sequence", static () => TypedResults.Extensions.PooledJson(Orders()));
                endpoints.MapGet("/plain-sequence", static () => TypedResults.Ok(Orders()));
                endpoints.MapGet("/pooled-animal", static () => TypedResults.Extensions.PooledJson<Animal>(new Dog()));
                endpoints.MapGet("/plain-animal", static () => TypedResults.Ok<Animal>(new Dog()));
                endpoints.MapGet("/pooled-union", static Results<PooledJsonResult<Order[]>, NotFound> () =>
                    TypedResults.Extensions.PooledJson(Array.Empty<Order>()));
                endpoints.MapGet("/plain-union", static Results<Ok<Order[]>, NotFound> () =>
                    TypedResults.Ok(Array.Empty<Order>()));
            },
            static services => services.AddOpenApi());

        JsonNode paths = JsonNode.Parse(
            await server.Client.GetStringAsync(new Uri("/openapi.json", UriKind.Relative)))!["paths"]!;

        foreach (string kind in new[] { "", "-sequence", "-animal", "-union" })
        {
            JsonNode pooled = paths[$"/pooled{kind}"]!["get"]!["responses"]!;
            Assert.NotNull(pooled["200"]!["content"]!["application/json"]!["schema"]);
            Assert.Equal(
                paths[$"/plain{kind}"]!["get"]!["responses"]!.ToJsonString(), pooled.ToJsonString());
        }

        Assert.NotNull(paths["/pooled-union"]!["get"]!["responses"]!["404"]);
    }
}

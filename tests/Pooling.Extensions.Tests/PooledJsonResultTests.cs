using System.Net;
using System.Reflection;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Pooling.Json;

namespace Pooling.Extensions;

/// <summary>Tests results with the options of the application, beside those of the framework.</summary>
public sealed partial class PooledJsonResultTests
{
    private static readonly Uri s_root = new("/", UriKind.Relative);

    private static readonly Action<IServiceCollection> s_generated = static services =>
        services.ConfigureHttpJsonOptions(
            static options => options.SerializerOptions.TypeInfoResolver = AnimalContext.Default);

    public static TheoryData<string, bool> SameAsTheFramework => new()
    {
        { "order", false }, { "order", true }, { "number", false }, { "nullable", false }, { "derived", false },
        { "polymorphic", false }, { "polymorphic", true }, { "object", false }, { "object", true }, { "array", false },
        { "covariant", false }, { "sequence", false }, { "sequence", true },
    };

    [Theory]
    [MemberData(nameof(SameAsTheFramework))]
    public async Task Response_OfAnyValue_IsThatOfTheFramework(string kind, bool isGenerated)
    {
        await using TestServer server = await TestServer.StartAsync(
            endpoints =>
            {
                endpoints.MapGet("/pooled", (HttpContext context) => Both(kind).Pooled.ExecuteAsync(context));
                endpoints.MapGet("/plain", (HttpContext context) => Both(kind).Plain.ExecuteAsync(context));
            },
            services =>
            {
                services.ConfigureHttpJsonOptions(static options =>
                {
                    options.SerializerOptions.WriteIndented = true;
                    options.SerializerOptions.PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseUpper;
                    options.SerializerOptions.Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping;
                });
                if (isGenerated)
                    s_generated(services);
            });

        using HttpResponseMessage pooled = await server.Client.GetAsync(new Uri("/pooled", UriKind.Relative));
        using HttpResponseMessage plain = await server.Client.GetAsync(new Uri("/plain", UriKind.Relative));
        string expected = await plain.Content.ReadAsStringAsync();
        Assert.NotEmpty(expected);
        Assert.Equal(HttpStatusCode.OK, plain.StatusCode);
        Assert.Equal(HttpStatusCode.OK, pooled.StatusCode);
        Assert.Equal(expected, await pooled.Content.ReadAsStringAsync());
        Assert.Equal(plain.Content.Headers.ContentType, pooled.Content.Headers.ContentType);
    }

    [Fact]
    public async Task Response_OfNull_IsNull()
    {
        await using TestServer server = await StartAsync(static () => Results.Extensions.PooledJson((Order?)null));

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        Assert.Equal("null", await response.Content.ReadAsStringAsync());
        Assert.Equal("application/json", response.Content.Headers.ContentType?.MediaType);
    }

    [Fact]
    public async Task Response_AfterAnotherStatus_HasTheStatus200()
    {
        await using TestServer server = await StartAsync(static (HttpContext context) =>
        {
            context.Response.StatusCode = 404;
            return TypedResults.Extensions.PooledJson(new Order(1, "A"));
        });

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Response_ToAHeadRequest_HasTheHeadersOnly(bool isSequence)
    {
        await using TestServer server = await TestServer.StartAsync(
            endpoints => endpoints.MapMethods("/", ["HEAD"], () => isSequence
                ? (IResult)Results.Extensions.PooledJson(Orders())
                : Results.Extensions.PooledJson(new Order(1, "A"))));

        using var request = new HttpRequestMessage(HttpMethod.Head, s_root);
        using HttpResponseMessage response = await server.Client.SendAsync(request);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("application/json; charset=utf-8", response.Content.Headers.ContentType?.ToString());
        Assert.Equal(
            isSequence ? null : """{"number":1,"customer":"A"}""".Length, response.Content.Headers.ContentLength);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
    }

    [Fact]
    public async Task Response_OfATypeThatTheOptionsDoNotDescribe_IsAnsweredWith500()
    {
        var errors = new ErrorLog();
        await using TestServer server = await TestServer.StartAsync(
            static endpoints => endpoints.MapGet("/", static () => Results.Extensions.PooledJson(new Circle())),
            services =>
            {
                s_generated(services);
                services.AddSingleton<ILoggerProvider>(errors);
            });

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
        Assert.Single(errors.Messages);
        Assert.Equal(0, server.Services.GetRequiredService<Utf8JsonWriterPool>().GetStatistics().InUse);
    }

    [Fact]
    public async Task Response_WithAPool_RentsFromIt()
    {
        using var pool = new Utf8JsonWriterPool();
        await using TestServer server = await StartAsync(
            (bool? sequence) => sequence is true
                ? (IResult)Results.Extensions.PooledJson(Orders(), pool)
                : Results.Extensions.PooledJson(new Order(1, "A"), pool));

        await server.Client.GetStringAsync(s_root);
        await server.Client.GetStringAsync(new Uri("/?sequence=true", UriKind.Relative));
        await Eventually.HoldsAsync(() => pool.GetStatistics().TotalReturned == 2, "both writers");
    }

    [Fact]
    public async Task Response_WithoutServices_IsThatOfTheDefaults()
    {
        using var body = new MemoryStream();
        var context = new DefaultHttpContext();
        context.Response.Body = body;
        await Results.Extensions.PooledJson(new Order(1, "A")).ExecuteAsync(context);

        Assert.Equal("""{"number":1,"customer":"A"}"""u8, body.ToArray());
    }

    [Fact]
    public async Task Endpoint_ThatReturnsIt_IsDescribedAsWithTheFrameworksOwn()
    {
        await using TestServer server = TestServer.Build(static endpoints =>
        {
            endpoints.MapGet("/pooled", static () => TypedResults.Extensions.PooledJson(new Order(1, "A")));
            endpoints.MapGet("/plain", static () => TypedResults.Ok(new Order(1, "A")));
            endpoints.MapGet("/pooled-sequence", static () => TypedResults.Extensions.PooledJson(Orders()));
            endpoints.MapGet("/plain-sequence", static () => TypedResults.Ok(Orders()));
            endpoints.MapGet("/pooled-union", static Results<PooledJsonResult<Order>, NotFound> (int number) =>
                number > 0 ? TypedResults.Extensions.PooledJson(new Order(number, "A")) : TypedResults.NotFound());
            endpoints.MapGet("/plain-union", static Results<Ok<Order>, NotFound> (int number) =>
                number > 0 ? TypedResults.Ok(new Order(number, "A")) : TypedResults.NotFound());
        });

        foreach (string kind in new[] { "", "-sequence", "-union" })
        {
            var plain = Described(server, $"/plain{kind}");
            var pooled = Described(server, $"/pooled{kind}");
            Assert.Equal(plain.Types, pooled.Types);
            Assert.Equal(plain.Others, pooled.Others);
        }

        var union = Described(server, "/pooled-union").Types;
        Assert.Equal((200, typeof(Order), "application/json"), union[0]);
        Assert.Equal(404, Assert.Single(union[1..]).Status);
    }

    [Theory]
    [InlineData(1, HttpStatusCode.OK)]
    [InlineData(0, HttpStatusCode.NotFound)]
    public async Task Union_OfResults_IsAnsweredWithTheOneThatWasReturned(int number, HttpStatusCode expected)
    {
        await using TestServer server = await StartAsync(
            static Results<PooledJsonResult<Order>, NotFound> (int number) =>
                number > 0 ? TypedResults.Extensions.PooledJson(new Order(number, "A")) : TypedResults.NotFound());

        var address = new Uri($"/?number={number}", UriKind.Relative);
        using HttpResponseMessage response = await server.Client.GetAsync(address);
        Assert.Equal(expected, response.StatusCode);
    }

    [Fact]
    public void Result_OfAHandler_ShowsItsValueAndItsStatus()
    {
        var order = new Order(1, "A");
        PooledJsonResult<Order> result = TypedResults.Extensions.PooledJson(order);

        Assert.Same(order, result.Value);
        Assert.Equal(200, result.StatusCode);
        Assert.Same(order, ((IValueHttpResult)result).Value);
        Assert.Same(order, ((IValueHttpResult<Order>)result).Value);
        Assert.Equal(200, ((IStatusCodeHttpResult)result).StatusCode);
        IResult other = Results.Extensions.PooledJson(order, OrderContext.Default.Order, statusCode: 201);
        Assert.Equal(201, Assert.IsAssignableFrom<IStatusCodeHttpResult>(other).StatusCode);
        Assert.Same(order, Assert.IsAssignableFrom<IValueHttpResult>(other).Value);
    }

    [Fact]
    public async Task Result_WithoutArguments_Throws()
    {
        Assert.Throws<ArgumentNullException>("results", static () => PooledResultExtensions.PooledJson(null!, 1));
        Assert.Throws<ArgumentNullException>(
            "results", static () => PooledResultExtensions.PooledJson(null!, Orders()));
        Assert.Throws<ArgumentNullException>(
            "values", static () => Results.Extensions.PooledJson((IAsyncEnumerable<Order>)null!));
        await Assert.ThrowsAsync<ArgumentNullException>(
            "httpContext", static () => Results.Extensions.PooledJson(1).ExecuteAsync(null!));
        await Assert.ThrowsAsync<ArgumentNullException>(
            "httpContext", static () => Results.Extensions.PooledJson(Orders()).ExecuteAsync(null!));
    }

    private static Task<TestServer> StartAsync(Delegate handler) =>
        TestServer.StartAsync(endpoints => endpoints.MapGet("/", handler));

    private static (IResult Pooled, IResult Plain) Both(string kind) => kind switch
    {
        "order" => Both(new Order(1, "A & B")),
        "number" => Both(42),
        "nullable" => Both((int?)42),
        "derived" => Both<Shape>(new Circle { Id = 1, Radius = 2 }),
        "polymorphic" => Both<Animal>(new Dog { Legs = 4, Barks = true }),
        "object" => Both<object>(new Order(1, "Ä")),
        "array" => Both<Shape[]>([new Circle { Id = 1 }, new Shape { Id = 2 }]),
        "covariant" => Both<Shape[]>(new Circle[] { new() { Id = 1, Radius = 2 } }),
        _ => (Results.Extensions.PooledJson(Orders()), TypedResults.Ok(Orders())),
    };

    private static (IResult Pooled, IResult Plain) Both<T>(T value) =>
        (Results.Extensions.PooledJson(value), TypedResults.Ok(value));

    private static (List<(int Status, Type? Type, string Content)> Types, string Others) Described(
        TestServer server, string path)
    {
        RouteEndpoint endpoint = ((IEndpointRouteBuilder)server.Application).DataSources
            .SelectMany(static source => source.Endpoints).OfType<RouteEndpoint>()
            .Single(endpoint => endpoint.RoutePattern.RawText == path);
        return (
            [.. endpoint.Metadata.OfType<IProducesResponseTypeMetadata>().Select(static type =>
                (type.StatusCode, type.Type, string.Join(' ', type.ContentTypes)))],
            string.Join(' ', endpoint.Metadata.Where(static item => item is not MethodInfo && item is not Attribute)
                .SelectMany(static item => item.GetType().GetInterfaces()).Select(static type => type.Name)
                .Order(StringComparer.Ordinal)));
    }

    private static async IAsyncEnumerable<Order> Orders()
    {
        yield return new Order(1, "A & B");
        await Task.Yield();
        yield return new Order(2, "Ä");
    }

    // This class does not say how derived ones are written,
    internal class Shape
    {
        public int Id { get; set; }
    }

    internal sealed class Circle : Shape
    {
        public int Radius { get; set; }
    }

    // and this one does.
    [JsonDerivedType(typeof(Dog), "dog")]
    internal class Animal
    {
        public int Legs { get; set; }
    }

    internal sealed class Dog : Animal
    {
        public bool Barks { get; set; }
    }

    [JsonSerializable(typeof(Animal))]
    [JsonSerializable(typeof(Order))]
    [JsonSerializable(typeof(IAsyncEnumerable<Order>))]
    [JsonSerializable(typeof(object))]
    internal sealed partial class AnimalContext : JsonSerializerContext;
}

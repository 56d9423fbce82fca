using Contoso.Api1;
using Pooling.Json;

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
builder.WebHost.UseUrls(builder.Configuration["urls"] ?? "http://localhost:5080");
builder.Services.ConfigureHttpJsonOptions(static options =>
    options.SerializerOptions.TypeInfoResolverChain.Insert(0, OrderContext.Default));
builder.Services.AddSingleton<OrderSource>();
builder.Services.AddSingleton(static _ => new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions
{
    Name = "responses", // of its metrics
    MaxCapacity = 16 * 1024 * 1024, // bytes of one response that are not sent yet
}));

WebApplication app = builder.Build();

// One small object: the serializer writes straight into the response, and a pool would gain nothing.
app.MapGet("/orders/{number:int}", static (int number, OrderSource orders) =>
    number is > 0 and <= OrderSource.Count ? Results.Ok(orders.Get(number)) : Results.NotFound());

// Many objects: a rented writer sends them in pieces, and waits for slow clients.
app.MapGet("/orders", OrderEndpoints.WriteArrayAsync);
app.MapGet("/orders.ndjson", OrderEndpoints.WriteLinesAsync);
app.MapGet("/orders/events", OrderEndpoints.WriteEventsAsync);

app.Run();

using Pooling.Services.Hosts;
using Pooling.Services.Loads;

namespace Pooling.Services;

/// <summary>The services that are measured, and their traffic.</summary>
internal static class ServiceCases
{
    private const string Row =
        """{"id":7,"name":"boiler","value":150.5,"time":"1970-01-01T00:00:07Z","isValid":true}""";

    public static ServiceCase[] All { get; } =
    [
        Api("ApiGet", "GET: a row as JSON", "GET /row/7", rate: 4_000, maxBytes: 250),
        Api("ApiPost", "POST: a row, answered with one", $"POST /row {Row}", rate: 3_000, maxBytes: 980),
        Api("ApiRows", $"GET: {ApiHost.Rows} rows as JSON", "GET /rows", rate: 500, maxBytes: 1_200) with
        {
            HasAllSettings = true,
        },
        Api("ApiLines", $"GET: {ApiHost.Rows} rows as NDJSON", "GET /rows.ndjson", rate: 500, maxBytes: 880),
        Api("ApiEvents", $"GET: {ApiHost.Events} server-sent events", "GET /events", rate: 400, maxBytes: 520),
        FanOut("FanOut100", 100, maxBytes: 150),
        FanOut("FanOut1K", 1_024, maxBytes: 500) with { HasAllSettings = true },
        new("Ingest", "TCP ingester to a file", "messages of 100 B, 50 in a packet, from 16 senders", "message",
            Rate: 1_000, IngestLoad.Messages, MaxBytes: 2, Host("PlainIngestHost"), Host("PooledIngestHost"),
            static isPooled => isPooled ? new PooledIngestHost().StartAsync() : new PlainIngestHost().StartAsync(),
            static () => new IngestLoad()) { AllocatesLess = false },
        new("GameTick", "Game server, 30 ticks a second", "moves of 200 bots", "move", Rate: 6_000, 1, MaxBytes: 8,
            "samples/GameTick/PlainServer.cs", "samples/GameTick/PooledServer.cs",
            GameHost.StartAsync, static () => new GameLoad()) { WarmUp = 5 },
        new("Broker", "MQTT broker", "messages of 1 KB to 100 subscribers", "message", Rate: 200, 1, MaxBytes: 300,
            "samples/Broker/PlainBroker.cs", "samples/Broker/PooledBroker.cs",
            BrokerHost.StartAsync, static () => new BrokerLoad()),
        new("Redis", "API over Redis", "GET: 20 values of 1 KB, by 20 pipelined commands", "request",
            Rate: 500, 1, MaxBytes: 10_000, Host("PlainRedisApiHost"), Host("PooledRedisApiHost"),
            static isPooled => isPooled ? new PooledRedisApiHost().StartAsync() : new PlainRedisApiHost().StartAsync(),
            static () => new HttpLoad("GET /values")) { Request = "GET /values" },
        new("OpcUa", "OPC UA client", "changes of 40,000 variables, published every 100 ms", "value",
            Rate: 20_000, 1, MaxBytes: 20, Host("PlainOpcUaPath"), Host("PooledOpcUaHandler"),
            OpcUaHost.StartAsync, static () => new OpcUaLoad()) { WarmUp = 14, HasAllSettings = true },
    ];

    private static ServiceCase Api(string name, string title, string request, int rate, double maxBytes) => new(
        name, "Minimal API", title, "request", rate, 1, maxBytes, Host("PlainApi"), Host("PooledApi"),
        ApiHost.StartAsync, () => new HttpLoad(request))
    {
        Request = request,
    };

    private static ServiceCase FanOut(string name, int size, double maxBytes) => new(
        name, "WebSocket fan-out", $"texts of {size:N0} B to 1,000 members", "text", Rate: 20, 1, maxBytes,
        "samples/ClusterHub/PlainNode.cs", "samples/ClusterHub/PooledNode.cs",
        FanOutHost.StartAsync, () => new FanOutLoad(size))
    {
        WarmUp = 5,
    };

    private static string Host(string name) => $"benchmarks/Pooling.Services/Hosts/{name}.cs";
}

using System.Net;
using Pooling.JsonExport.Loading;

namespace Pooling.JsonExport.Serving;

/// <summary>Tests clients that request large documents and do not read them.</summary>
public sealed class WholeDocumentTests
{
    private const string Large = "/customers/pooled-memory?count=20000"; // 6 MB: more than the buffers between server and client

    private static readonly TimeSpan s_never = TimeSpan.FromHours(1);
    private static readonly ServingLimits s_patient = new()
    {
        WholeDocuments = new ExportLimit(Running: 2, RunningOfClient: 1, WaitingOfClient: 3, Duration: s_never),
        Patience = s_never,
        SlowGrace = s_never,
    };

    [Fact]
    public async Task Get_FloodOfClientsThatReadNothing_HoldsFewAndRefusesTheRest()
    {
        await using ExportServer server = await Start(s_patient);
        RawClient[] flood = await Task.WhenAll(Enumerable.Range(0, 12).Select(_ => RawClient.Get(server.Address, Large)));

        await Eventually.IsTrue(
            () => server.TakeStatistics() is { Refused: 8, WholeDocuments: 1, MaxWholeDocuments: 1, Waiting: 3 },
            "1 is held, 3 wait, and 8 are refused");
        await AssertBystanderIsServed(server);

        foreach (RawClient client in flood)
            client.Dispose();

        // Between waiting and running, a request is neither.
        await Eventually.IsTrue(
            () => server.TakeStatistics() is { Running: 0, Waiting: 0, WholeDocuments: 0 } now
                && now.Refused + now.LeftEarly + now.Aborted == 12,
            "everything is given back");
        ServerStatistics after = server.TakeStatistics();
        Assert.Equal((0, 1), (after.WholeDocuments, after.MaxWholeDocuments));
        Assert.Equal(0, after.Failed);
        Assert.Equal(after.WritersRented, after.WritersReturned);
    }

    [Fact]
    public async Task Get_Refused_Is503AndSendsTheDelay()
    {
        await using ExportServer server = await Start(WithWhole(s_patient.WholeDocuments with { WaitingOfClient = 0 }));
        using RawClient stalled = await RawClient.Get(server.Address, Large);
        await stalled.ReadHeaders();
        using HttpClient client = LoadRun.CreateClient(server.Address);

        using HttpResponseMessage refused = await client.GetAsync(Large);

        Assert.Equal(HttpStatusCode.ServiceUnavailable, refused.StatusCode);
        Assert.Equal(TimeSpan.FromSeconds(1), refused.Headers.RetryAfter!.Delta);
        Assert.Contains("too many", await refused.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        stalled.Dispose();
        await Eventually.IsTrue(
            async () => (await client.GetAsync(Large)).StatusCode == HttpStatusCode.OK, "its place is free");
    }

    [Fact]
    public async Task Get_WaitsTooLong_Is503()
    {
        await using ExportServer server = await Start(s_patient with { Patience = TimeSpan.FromMilliseconds(50) });
        using RawClient stalled = await RawClient.Get(server.Address, Large);
        await stalled.ReadHeaders();

        using RawClient waiting = await RawClient.Get(server.Address, Large);

        Assert.Equal(503, RawClient.StatusOf(await waiting.ReadHeaders()));
        Assert.Equal((1, 0), (server.Counters.Refused, server.TakeStatistics().Waiting));
    }

    [Fact]
    public async Task Get_ClientGoesWhileItWaits_LeavesTheLineAtOnce()
    {
        await using ExportServer server = await Start(s_patient);
        using RawClient stalled = await RawClient.Get(server.Address, Large);
        await stalled.ReadHeaders();
        RawClient waiting = await RawClient.Get(server.Address, Large);
        await Eventually.IsTrue(() => server.TakeStatistics().Waiting == 1, "it waits");

        waiting.Dispose();

        await Eventually.IsTrue(() => server.Counters.LeftEarly == 1, "it has left");
        Assert.Equal((0, 1), (server.TakeStatistics().Waiting, server.TakeStatistics().WholeDocuments));
    }

    [Fact]
    public async Task Get_OtherClientHoldsAllItMay_IsServed()
    {
        if (!RawClient.HasOther)
            return; // one address, one client

        await using ExportServer server = await Start(s_patient);
        RawClient[] flood = await Task.WhenAll(Enumerable.Range(0, 12).Select(_ => RawClient.Get(server.Address, Large)));
        await Eventually.IsTrue(() => server.Counters.Refused == 8, "the flood is there");

        using RawClient bystander = await RawClient.Connect(server.Address, RawClient.Other);
        await bystander.Send($"GET {Large} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        string response = await bystander.ReadToEnd();

        Assert.Equal(200, RawClient.StatusOf(response));
        Assert.EndsWith("]}", response, StringComparison.Ordinal);
        foreach (RawClient client in flood)
            client.Dispose();
    }

    [Fact]
    public async Task Get_ClientTakesTooLittle_IsCutOff()
    {
        ServingLimits limits = s_patient with { SlowGrace = TimeSpan.FromSeconds(2), SlowestBytesPerSecond = 1024 * 1024 };
        await using ExportServer server = await Start(limits);
        using RawClient stalled = await RawClient.Get(server.Address, Large);

        await Eventually.IsTrue(() => server.Counters.Aborted == 1, "it is cut off");
        await Eventually.IsTrue(() => server.TakeStatistics().WholeDocuments == 0, "its place is given back");
        Assert.False((await stalled.ReadToEnd()).EndsWith("]}", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Get_ClientTakesTooLong_IsCutOff()
    {
        await using ExportServer server = await Start(WithWhole(s_patient.WholeDocuments with { Duration = TimeSpan.FromSeconds(1) }));
        using RawClient stalled = await RawClient.Get(server.Address, Large);

        await Eventually.IsTrue(() => server.Counters.Aborted == 1, "it is cut off");
        await Eventually.IsTrue(() => server.TakeStatistics().WholeDocuments == 0, "its place is given back");
        Assert.False((await stalled.ReadToEnd()).EndsWith("]}", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Get_MoreThanAWholeDocumentMayHave_Is400()
    {
        await using ExportServer server = await ExportServer.Start(new ServeOptions { Port = 0, Limit = 30_000 });
        using HttpClient client = LoadRun.CreateClient(server.Address);

        using HttpResponseMessage whole = await client.GetAsync("customers/pooled-memory?count=20001");
        using HttpResponseMessage stream = await client.GetAsync("customers/pooled-pipe?count=20001");

        Assert.Equal(HttpStatusCode.BadRequest, whole.StatusCode);
        Assert.Contains("from 0 to 20000", await whole.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, stream.StatusCode);
    }

    [Fact]
    public async Task Get_FloodOfStreamsThatNobodyReads_ServesBystandersAndEnds()
    {
        var limit = new ExportLimit(Running: 3, RunningOfClient: 2, WaitingOfClient: 4, Duration: s_never);
        await using ExportServer server = await Start(s_patient with { Streams = limit });
        const string Path = "/customers/pooled-pipe?count=20000";
        RawClient[] flood = await Task.WhenAll(Enumerable.Range(0, 12).Select(_ => RawClient.Get(server.Address, Path)));

        await Eventually.IsTrue(
            () => server.TakeStatistics() is { Refused: 6, Running: 2, Waiting: 4 },
            "2 run, 4 wait, and 6 are refused");
        await AssertBystanderIsServed(server);
        foreach (RawClient client in flood)
            client.Dispose();

        await Eventually.IsTrue(() => server.TakeStatistics() is { Running: 0, Waiting: 0 }, "everything is given back");
        Assert.Equal(0, server.Counters.Failed);
    }

    private static ServingLimits WithWhole(ExportLimit limit) => s_patient with { WholeDocuments = limit };

    private static Task<ExportServer> Start(ServingLimits limits) =>
        ExportServer.Start(new ServeOptions { Port = 0, Limit = 20_000, Limits = limits });

    /// <summary>Checks that another client with the same address as the flood is served.</summary>
    private static async Task AssertBystanderIsServed(ExportServer server)
    {
        using HttpClient client = LoadRun.CreateClient(server.Address);
        foreach (ExportContender contender in ExportContenders.All)
            Assert.NotEmpty(await client.GetByteArrayAsync($"customers/{contender.Name}?count=100"));

        Assert.NotEmpty(await client.GetByteArrayAsync(""));
    }
}

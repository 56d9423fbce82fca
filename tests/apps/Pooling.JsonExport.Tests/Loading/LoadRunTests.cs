using System.Text.Json;

namespace Pooling.JsonExport.Loading;

/// <summary>Tests many clients at the same time against a server in a separate process. The command <c>load</c> is the complete
/// measurement.</summary>
public sealed class LoadRunTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Trait("Category", "Allocation")]
    public async Task Run_ManyClients_PooledAllocatesLessAndNothingFails(bool abort)
    {
        var options = new LoadOptions { Clients = 30, Requests = 4, Abort = abort };
        await using ServerProcess server = LoadCommand.StartServer(options.Count);
        using HttpClient client = LoadRun.CreateClient(new Uri(await server.Listening(CancellationToken.None)));
        var run = new LoadRun(client, options, CancellationToken.None);

        LoadRow stock = await run.Run(ExportContenders.Find(ExportContenders.Direct)!);
        LoadRow pooled = await run.Run(ExportContenders.Find("pooled-pipe")!);

        foreach (LoadRow row in (LoadRow[])[stock, pooled])
        {
            Assert.Null(row.FirstError);
            Assert.Equal(0, row.Errors);
            Assert.Equal(0, row.WritersInUse);
            Assert.Equal(120, row.Completed + row.Aborted);
            Assert.Equal(abort ? 40 : 0, row.Aborted);
        }

        Assert.True(pooled.AllocatedBytes < 0.7 * stock.AllocatedBytes,
            $"{pooled.AllocatedBytes:N0} bytes against {stock.AllocatedBytes:N0}");
    }

    [Fact]
    public async Task Load_Json_ReportsTheWorkOfTheServer()
    {
        var output = new StringWriter();

        int code = await new LoadCommand(new SampleStreams("json-export", output, TextWriter.Null, TextReader.Null)).Run(
            LoadOptions.Parse(["--clients", "2", "--requests", "1", "--count", "50", "--writer", "pooled-stream,array-pool-published",
                "--json"]), CancellationToken.None);

        Assert.Equal(0, code);
        using var figures = JsonDocument.Parse(output.ToString());
        Assert.Equal([2, 2],
            figures.RootElement.GetProperty("writers").EnumerateArray().Select(static row => row.GetProperty("completed").GetInt32()));
    }
}

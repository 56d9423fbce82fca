using System.Text.Json;
using WebSockets.App;

namespace Pooling.WebSockets.App;

/// <summary>Tests the allocations per message of a client in a separate process, with a hub in another one.</summary>
[Trait("Category", "Allocation")]
public sealed class ClientAllocationTests(ITestOutputHelper output) : IDisposable
{
    private const int Messages = 200_000; // sent and received
    private const double MaxBytes = 1;
    private const int Attempts = 3; // on a busy machine the runtime may need more threads and queues than before

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Load_AtSteadyState_AllocatesNothingForAMessage()
    {
        using SampleProcess hub = Start("hub", "--port", "0", "--quiet", "--until-end-of-input");
        string url = hub.Output.ReadLine()!["listening on ".Length..] + "echo";
        double least = double.MaxValue;
        for (int attempt = 0; attempt < Attempts && least >= MaxBytes; attempt++)
            least = Math.Min(least, Measure(url));

        Assert.InRange(least, 0, MaxBytes);
    }

    private double Measure(string url)
    {
        // More seconds than needed. The process is ended when it has had enough messages.
        using SampleProcess load = Start(
            "load", "--url", url, "--sockets", "16", "--rate", "30000", "--warm-up", "2", "--seconds", "60", "--json");
        long messages = 0;
        double bytes = 0;
        for (int line = 0; messages < Messages && load.Output.ReadLine() is { } json; line++)
        {
            if (line < 2)
                continue; // warm-up

            using var document = JsonDocument.Parse(json);
            long count = document.RootElement.GetProperty("sent").GetInt64() + document.RootElement.GetProperty("received").GetInt64();
            messages += count;
            bytes += count * document.RootElement.GetProperty("bytesPerMessage").GetDouble();
        }

        output.WriteLine($"{messages:N0} messages: {bytes:N0} B, {bytes / messages:0.000} B each");
        Assert.InRange(messages, Messages, long.MaxValue);
        return bytes / messages;
    }

    private SampleProcess Start(params string[] arguments) => new(typeof(WebSocketProgram), _folder.Path, arguments);
}

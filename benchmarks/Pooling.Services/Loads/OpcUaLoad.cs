using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using OpcUa.Server;
using OpcUa.Server.Hosting;

namespace Pooling.Services.Loads;

/// <summary>An OPC UA server whose variables change. The service is its client, which checks every value. The latency
/// is that of a value, from its change to the client's code, and contains the publishing interval.</summary>
internal sealed class OpcUaLoad() : Load(window: 0)
{
    /// <summary>The variables.</summary>
    public const int Nodes = 40_000;

    private const int GreatestRate = 200_000; // of the server

    // Values wait while the client gets no time: 200 of each variable at most.
    private static readonly ServerLimits s_limits = new()
    {
        Handshake = TimeSpan.FromMinutes(1),
        QueuedValues = 2 * 200 * Nodes, // of which an address gets a half
        QueuedValuesPerSubscription = 200 * Nodes,
    };

    private readonly TcpClient _control = new();
    private OpcUaServer? _server;
    private StreamReader? _reader;
    private StreamWriter? _writer;

    public override async Task<string> ConnectAsync(string address)
    {
        await _control.ConnectAsync(IPEndPoint.Parse(address));
        _reader = new StreamReader(_control.GetStream());
        _writer = new StreamWriter(_control.GetStream()) { AutoFlush = true };
        return $"values of {Nodes:N0} variables, each without a gap";
    }

    public override LoadResult Run(double rate, double seconds)
    {
        if (_server is null)
        {
            int changes = rate > 0 ? (int)rate : GreatestRate;
            _server = OpcUaServer.Start(
                new OpcUaServerOptions { Port = 0, Nodes = Nodes, Rate = changes, Limits = s_limits });
            Ask($"opc.tcp://127.0.0.1:{new Uri(_server.EndpointUrl).Port}");
        }

        Ask("begin");
        Thread.Sleep(TimeSpan.FromSeconds(seconds));
        string answer = Ask("end");
        return answer.StartsWith('{')
            ? JsonSerializer.Deserialize<LoadResult>(answer)!
            : throw new InvalidDataException(answer);
    }

    public override void Dispose() => _control.Dispose();

    protected override void Send(long intended) => throw new NotSupportedException();

    private string Ask(string line)
    {
        _writer!.WriteLine(line);
        return _reader!.ReadLine() ?? throw new InvalidDataException("The client has ended.");
    }
}

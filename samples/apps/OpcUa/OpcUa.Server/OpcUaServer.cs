using System.Net;
using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Connections;
using OpcUa.Server.Hosting;
using OpcUa.Server.Nodes;

namespace OpcUa.Server;

/// <summary>An OPC UA server over UA-TCP with changing variables: <c>ns=2;i=1</c> to <c>ns=2;i=N</c>. Each variable counts its own changes,
/// so that a client can verify that it missed none.</summary>
/// <remarks>Thread safety: any thread may use it.</remarks>
public sealed class OpcUaServer : IAsyncDisposable
{
    /// <summary>The URI of the server; its certificate must be for this URI.</summary>
    public const string ApplicationUri = AddressSpace.ServerUri;

    private readonly ServerContext _context;
    private readonly ConnectionList _connections;
    private readonly Simulator _simulator;
    private readonly Socket _listener;
    private readonly CancellationTokenSource _ending = new();
    private readonly Task[] _loops;
    private int _isDisposed;

    private OpcUaServer(OpcUaServerOptions options)
    {
        _context = new ServerContext(options);
        _connections = new ConnectionList(_context);
        _simulator = new Simulator(_context.Space, options.Rate);
        _listener = new Socket(options.Address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            _listener.Bind(new IPEndPoint(options.Address, options.Port));
            _listener.Listen(backlog: 512);
        }
        catch
        {
            _listener.Dispose();
            throw;
        }

        EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
        string host = options.Address.Equals(IPAddress.Any) || options.Address.Equals(IPAddress.IPv6Any) ? Dns.GetHostName()
            : options.Address.AddressFamily == AddressFamily.InterNetworkV6 ? $"[{options.Address}]"
            : options.Address.ToString();
        EndpointUrl = $"opc.tcp://{host}:{EndPoint.Port}";
        _context.EndpointUrl = EndpointUrl;
        var publisher = new Publisher(_context, _connections);
        _loops = [Task.Run(Accept), Task.Run(() => _simulator.RunAsync(_ending.Token)), Task.Run(() => publisher.RunAsync(_ending.Token))];
    }

    /// <summary>Gets the local address.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>Gets the URL for clients.</summary>
    public string EndpointUrl { get; }

    /// <summary>Gets the number of variables.</summary>
    public int VariableCount => _context.Space.Variables.Length;

    internal ServerContext Context => _context;

    internal ConnectionList Connections => _connections;

    /// <summary>Starts a server.</summary>
    /// <exception cref="SocketException">The port is in use, or the address does not belong to this machine.</exception>
    public static OpcUaServer Start(OpcUaServerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (options.Security is { } security && security.Certificate.Certificate.ApplicationUri != ApplicationUri)
            throw new ArgumentException($"The certificate is not for {ApplicationUri}.", nameof(options));

        return new OpcUaServer(options);
    }

    /// <summary>Stops or resumes the simulation. When the call returns, no change is in progress.</summary>
    public void Freeze(bool isFrozen = true)
    {
        lock (_context.Space.Lock)
            _context.Space.IsFrozen = isFrozen;
    }

    /// <summary>Gets the value of a variable, and the number of its changes.</summary>
    /// <param name="number">The number of its id, starting at 1.</param>
    public (double Value, int Changes) GetVariable(int number)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(number, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(number, VariableCount);

        SimulatedVariable variable = _context.Space.Variables[number - 1];
        lock (_context.Space.Lock)
            return (variable.Value, variable.Changes);
    }

    /// <summary>Gets the statistics of the server.</summary>
    public ServerStatistics GetStatistics()
    {
        ServerCounters counters = _context.Counters;
        return new ServerStatistics
        {
            Connections = counters.Connections,
            Sessions = counters.Sessions,
            Subscriptions = counters.Subscriptions,
            Items = (int)_context.Held.Items.Used,
            Changes = _simulator.Changes,
            Requests = counters.Requests,
            Faults = counters.Faults,
            Notifications = counters.Notifications,
            Messages = counters.Messages,
            KeepAlives = counters.KeepAlives,
            Overflows = counters.Overflows,
            Refused = counters.Refused,
            BadConnections = counters.BadConnections,
            QueuedValues = _context.Held.QueuedValues.Used,
            SentMessages = counters.SentMessages,
            Outstanding = _context.Memory.Outstanding,
            ReceivingBytes = _context.Memory.ReceivingBytes,
            SendingBytes = _context.Memory.SendingBytes,
        };
    }

    /// <summary>Shuts down the server: clients receive the reason, and all rented objects are returned.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0)
            return;

        _listener.Dispose();
        await _ending.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(_loops).ConfigureAwait(false);
        _context.Sessions.Close(StatusCodes.BadServerHalted);
        await _connections.CloseAsync().ConfigureAwait(false);
        _context.Shelf.Dispose();
        _context.Memory.Dispose();
        _ending.Dispose();
    }

    private async Task Accept()
    {
        while (!_ending.IsCancellationRequested)
        {
            try
            {
                _connections.Accept(await _listener.AcceptAsync().ConfigureAwait(false));
            }
            catch (ObjectDisposedException)
            {
                return;
            }
            catch (SocketException) when (_ending.IsCancellationRequested || !_listener.IsBound)
            {
                return;
            }
            catch (SocketException)
            {
                await Task.Delay(10).ConfigureAwait(false); // such as out of handles; waiting clients are accepted when some are free
            }
        }
    }
}

using System.Collections.Concurrent;
using System.Net.Sockets;
using Google.Protobuf;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Before;

/// <summary>The server by the plain means: objects, locks, streams, arrays and reflection, as they were published.</summary>
internal sealed partial class StockServer : TickServer<StockConnection>
{
    private readonly ConcurrentQueue<StockEvent> _events = new();

    public StockServer(ServerLimits? limits = null)
        : base(limits ?? new ServerLimits()) => Handlers = new StockHandlers(this);

    public override string Name => "stock";

    public StockDispatcher Dispatcher { get; } = new();

    public StockHandlers Handlers { get; }

    /// <summary>Tells the tick thread something.</summary>
    public void Post(StockEvent message) => _events.Enqueue(message);

    protected override StockConnection Connect(Socket socket) => new(this, socket);

    protected override void HandleEvents()
    {
        while (_events.TryDequeue(out StockEvent? message))
        {
            if (message.Name is { } name)
            {
                Join(message.Connection, name);
            }
            else if (message.Text is { } text)
            {
                using var scope = new AllocationScope(Counters, AllocationKind.Chat);
                Dispatcher.Handle(Handlers, message.Connection, Opcode.Chat, text);
            }
            else
            {
                Leave(message.Connection);
            }
        }
    }

    protected override void EndEvents() => HandleEvents();

    protected override void Send(StockConnection player, ushort type, IMessage message) => player.Add(new StockPacket(type, StockWriter.Encode(message)));

    protected override void Dispose()
    {
    }
}

using Google.Protobuf;
using Microsoft.Extensions.ObjectPool;
using Pooling.Dispatch;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.Objects;

namespace Pooling.GameServer.After;

/// <summary>Which handler takes which packet, and in which state of the session.</summary>
internal static class GameDispatcher
{
    public static OpcodeDispatcher<PacketContext> Create(ServerCounters counters) =>
        new OpcodeDispatcherBuilder<PacketContext>()
            .AddPooled<Hello, PooledMessageParser<Hello>, HelloHandler>(Opcode.Hello, Parser<Hello>(counters, AllocationKind.Sessions), default, SessionStates.Connected)
            .AddPooled<Login, PooledMessageParser<Login>, LoginHandler>(Opcode.Login, Parser<Login>(counters, AllocationKind.Sessions), default, SessionStates.Secured)
            .AddPooled<Ping, PooledMessageParser<Ping>, PingHandler>(Opcode.Ping, Parser<Ping>(counters, AllocationKind.Packets), default, SessionStates.Playing)
            .AddPooled<Input, PooledMessageParser<Input>, InputHandler>(Opcode.Input, Parser<Input>(counters, AllocationKind.Packets), default, SessionStates.Playing)
            .AddPooled<Chat, PooledMessageParser<Chat>, ChatHandler>(Opcode.Chat, Parser<Chat>(counters, AllocationKind.Chat), default, SessionStates.Playing)
            .Build();

    private static PooledMessageParser<T> Parser<T>(ServerCounters counters, AllocationKind kind) where T : class, IMessage<T>, IResettable, new() =>
        new(MagazinePool.Create<T>(), counters, kind);
}

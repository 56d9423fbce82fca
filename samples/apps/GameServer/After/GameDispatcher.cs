using Google.Protobuf;
using Microsoft.Extensions.ObjectPool;
using Pooling.Dispatch;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Sessions;
using Pooling.Objects;

namespace Pooling.GameServer.After;

/// <summary>Assigns a handler to each packet, and the states of the session in which it is allowed.</summary>
internal static class GameDispatcher
{
    public static OpcodeDispatcher<PacketContext> Create(MessagePools pools, ServerCounters counters) =>
        new OpcodeDispatcherBuilder<PacketContext>()
            .AddPooled<Hello, PooledMessageParser<Hello>, HelloHandler>(Opcode.Hello,
                Parser(pools.Hellos, counters, AllocationKind.Sessions), default, SessionStates.Connected)
            .AddPooled<Login, PooledMessageParser<Login>, LoginHandler>(Opcode.Login,
                Parser(pools.Logins, counters, AllocationKind.Sessions), default, SessionStates.Secured)
            .AddPooled<Ping, PooledMessageParser<Ping>, PingHandler>(Opcode.Ping, Parser(pools.Pings, counters, AllocationKind.Packets),
                default, SessionStates.Playing)
            .AddPooled<Input, PooledMessageParser<Input>, InputHandler>(Opcode.Input,
                Parser(pools.Inputs, counters, AllocationKind.Packets), default, SessionStates.Playing)
            .AddPooled<Chat, PooledMessageParser<Chat>, ChatHandler>(Opcode.Chat, Parser(pools.Chats, counters, AllocationKind.Chat),
                default, SessionStates.Playing)
            .Build();

    private static PooledMessageParser<T> Parser<T>(MagazinePool<T> pool, ServerCounters counters, AllocationKind kind)
        where T : class, IMessage<T>, IResettable, new() =>
        new(pool, counters, kind);
}

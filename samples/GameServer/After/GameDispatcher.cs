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
            .AddPooled<Hello, MessageParser<Hello>, HelloHandler>(Opcode.Hello, Parser<Hello>(counters, AllocationKind.Sessions), default, SessionStates.Connected)
            .AddPooled<Login, MessageParser<Login>, LoginHandler>(Opcode.Login, Parser<Login>(counters, AllocationKind.Sessions), default, SessionStates.Secured)
            .AddPooled<Ping, MessageParser<Ping>, PingHandler>(Opcode.Ping, Parser<Ping>(counters, AllocationKind.Packets), default, SessionStates.Playing)
            .AddPooled<Input, MessageParser<Input>, InputHandler>(Opcode.Input, Parser<Input>(counters, AllocationKind.Packets), default, SessionStates.Playing)
            .AddPooled<Chat, MessageParser<Chat>, ChatHandler>(Opcode.Chat, Parser<Chat>(counters, AllocationKind.Chat), default, SessionStates.Playing)
            .Build();

    private static MessageParser<T> Parser<T>(ServerCounters counters, AllocationKind kind) where T : class, IMessage<T>, IResettable, new() =>
        new(MagazinePool.Create<T>(), counters, kind);
}

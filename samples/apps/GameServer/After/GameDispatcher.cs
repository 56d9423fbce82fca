using Pooling.Dispatch;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Sessions;

namespace Pooling.GameServer.After;

/// <summary>Assigns a handler to each packet, and the states of the session in which it is allowed.</summary>
internal static class GameDispatcher
{
    public static OpcodeDispatcher<PacketContext> Create(MessagePools pools) => new OpcodeDispatcherBuilder<PacketContext>()
        .AddPooled<Hello, PooledMessageParser<Hello>, HelloHandler>(Opcode.Hello, new(pools.Hellos), default, SessionStates.Connected)
        .AddPooled<Login, PooledMessageParser<Login>, LoginHandler>(Opcode.Login, new(pools.Logins), default, SessionStates.Secured)
        .AddPooled<Ping, PooledMessageParser<Ping>, PingHandler>(Opcode.Ping, new(pools.Pings), default, SessionStates.Playing)
        .AddPooled<Input, PooledMessageParser<Input>, InputHandler>(Opcode.Input, new(pools.Inputs), default, SessionStates.Playing)
        .AddPooled<Chat, PooledMessageParser<Chat>, ChatHandler>(Opcode.Chat, new(pools.Chats), default, SessionStates.Playing)
        .Build();
}

using Pooling.GameServer.Protocol;
using Pooling.Objects;

namespace Pooling.GameServer.After;

/// <summary>The pools of messages that players send.</summary>
internal sealed class MessagePools
{
    public MagazinePool<Hello> Hellos { get; } = MagazinePool.Create<Hello>();

    public MagazinePool<Login> Logins { get; } = MagazinePool.Create<Login>();

    public MagazinePool<Ping> Pings { get; } = MagazinePool.Create<Ping>();

    public MagazinePool<Input> Inputs { get; } = MagazinePool.Create<Input>();

    public MagazinePool<Chat> Chats { get; } = MagazinePool.Create<Chat>();

    /// <summary>The number of messages that were rented and not returned.</summary>
    public long Outstanding =>
        Hellos.GetStatistics().InUse + Logins.GetStatistics().InUse + Pings.GetStatistics().InUse + Inputs.GetStatistics().InUse
            + Chats.GetStatistics().InUse;
}

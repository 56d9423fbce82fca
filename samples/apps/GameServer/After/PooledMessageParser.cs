using System.Diagnostics.CodeAnalysis;
using Google.Protobuf;
using Microsoft.Extensions.ObjectPool;
using Pooling.Dispatch;
using Pooling.Objects;

namespace Pooling.GameServer.After;

/// <summary>Reads a protobuf message into a pooled object.</summary>
/// <param name="pool">The pool of the objects.</param>
internal readonly struct PooledMessageParser<T>(MagazinePool<T> pool) : IPooledPacketParser<T>
    where T : class, IMessage<T>, IResettable, new()
{
    public bool TryParse(ReadOnlySpan<byte> payload, [MaybeNullWhen(false)] out T packet)
    {
        packet = pool.Get();
        try
        {
            packet.MergeFrom(payload);
            return true;
        }
        catch (Exception exception)
            when (exception is InvalidProtocolBufferException or InvalidOperationException) // the latter for an invalid wire type
        {
            pool.Return(packet);
            packet = null;
            return false;
        }
    }

    public void ReturnPacket(T packet) => pool.Return(packet);
}

using System.Diagnostics.CodeAnalysis;
using Google.Protobuf;
using Microsoft.Extensions.ObjectPool;
using Pooling.Dispatch;
using Pooling.GameServer.Protocol;
using Pooling.Objects;

namespace Pooling.GameServer.After;

/// <summary>Reads a protobuf message into a pooled object.</summary>
/// <param name="pool">The pool of the objects.</param>
internal readonly struct PooledMessageParser<T>(MagazinePool<T> pool) : IPooledPacketParser<T>
    where T : class, IMessage<T>, IResettable, new()
{
    public bool TryParse(ReadOnlySpan<byte> payload, [MaybeNullWhen(false)] out T packet)
    {
        T rented = pool.Get();
        packet = null;
        try
        {
            rented.MergeFrom(payload);
            packet = rented;
        }
        catch (Exception exception) when (Malformed.Is(exception))
        {
            // The payload is refused.
        }
        finally
        {
            if (packet is null)
                pool.Return(rented); // whatever was thrown
        }

        return packet is not null;
    }

    public void ReturnPacket(T packet) => pool.Return(packet);
}

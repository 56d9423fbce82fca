using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>Reads packets without content.</summary>
internal readonly struct EmptyPacketReader : IPacketParser<EmptyValuePacket>
{
    public static EmptyPacket Read(ReadOnlyMemory<byte> payload, object? services, object? options)
    {
        _ = payload.Length;
        return new EmptyPacket();
    }

    public static EmptyValuePacket ReadValue(ReadOnlyMemory<byte> payload, object? services, object? options)
    {
        _ = payload.Length;
        return default;
    }

    public bool TryParse(ReadOnlySpan<byte> payload, out EmptyValuePacket packet)
    {
        packet = default;
        return payload.IsEmpty;
    }
}

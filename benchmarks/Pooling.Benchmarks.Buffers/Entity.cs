using System.Buffers.Binary;

namespace Pooling.Benchmarks.Buffers;

/// <summary>An entity of a game, which writes its fields as 64 bytes.</summary>
internal readonly struct Entity
{
    internal const int FieldsLength = 64;
    private const int Fields = FieldsLength / sizeof(uint);

    private readonly uint _state;

    internal Entity(int number)
    {
        Id = 0xF130_0000_0000_0000 + (ulong)number;
        _state = (uint)number;
    }

    internal ulong Id { get; }

    /// <returns>The bytes written.</returns>
    internal int WriteFields(Span<byte> room)
    {
        room = room[..FieldsLength];
        for (int i = 0; i < Fields; i++)
            BinaryPrimitives.WriteUInt32LittleEndian(room[(sizeof(uint) * i)..], _state + (uint)i);

        return FieldsLength;
    }
}

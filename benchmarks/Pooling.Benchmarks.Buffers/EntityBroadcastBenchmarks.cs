using System.Buffers;
using System.Buffers.Binary;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A packet that tells every player of new entities: how many, and each entity's id with its fields. In all contenders it is
/// encoded into the same writer; they differ in what lies between the entities and the packet.</summary>
public class EntityBroadcastBenchmarks
{
    private const int Operations = 100;
    private const int ScratchLength = 4096;
    private const int RentedLength = 64 * 1024;
    private const int ItemHeaderLength = sizeof(ulong) + sizeof(byte);

    private readonly byte[] _scratch = new byte[ScratchLength];
    private readonly List<EntityAdded> _reused = [];
    private readonly PooledArrayBufferWriter<byte> _packet = new(initialCapacity: ScratchLength);
    private Entity[] _entities = [];

    [Params(5, 20)]
    public int Entities { get; set; }

    [GlobalSetup]
    public void Setup() => _entities = [.. Enumerable.Range(1, Entities).Select(static number => new Entity(number))];

    [GlobalCleanup]
    public void Cleanup() => _packet.Dispose();

    /// <summary>A list, and for each entity an array and an object.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("GC-002-5", Role.Before)]
    [Row("GC-002-20", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays()
    {
        for (int i = 0; i < Operations; i++)
        {
            var items = new List<EntityAdded>();
            foreach (Entity entity in _entities)
            {
                int length = entity.WriteFields(_scratch);
                byte[] fields = new byte[length];
                _scratch.AsSpan(0, length).CopyTo(fields);
                items.Add(new EntityAdded { Id = entity.Id, Fields = fields });
            }

            Encode(items);
        }

        return _packet.WrittenMemory;
    }

    /// <summary>One rented array, of which each entity gets a slice, and one list for all packets.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-002-5", Role.Published)]
    [Row("GC-002-20", Role.Published)]
    public ReadOnlyMemory<byte> RentedSlices()
    {
        for (int i = 0; i < Operations; i++)
        {
            byte[] array = ArrayPool<byte>.Shared.Rent(RentedLength);
            List<EntityAdded> items = _reused;
            items.Clear();
            int used = 0;
            foreach (Entity entity in _entities)
            {
                int length = entity.WriteFields(array.AsSpan(used));
                items.Add(new EntityAdded { Id = entity.Id, Fields = array.AsMemory(used, length) });
                used += length;
            }

            Encode(items);
            ArrayPool<byte>.Shared.Return(array);
        }

        return _packet.WrittenMemory;
    }

    /// <summary>Each entity straight into the packet: no item, no list, no second copy.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-002-5", Role.Ours)]
    [Row("GC-002-20", Role.Ours)]
    public ReadOnlyMemory<byte> StraightIntoThePacket()
    {
        PooledArrayBufferWriter<byte> packet = _packet;
        for (int i = 0; i < Operations; i++)
        {
            packet.ResetWrittenCount(); // as if the packet before had been sent
            packet.WriteInt32LittleEndian(_entities.Length);
            foreach (Entity entity in _entities)
            {
                Span<byte> item = packet.GetSpan(ItemHeaderLength + Entity.FieldsLength);
                BinaryPrimitives.WriteUInt64LittleEndian(item, entity.Id);
                int length = entity.WriteFields(item[ItemHeaderLength..]);
                item[sizeof(ulong)] = (byte)length;
                packet.Advance(ItemHeaderLength + length);
            }
        }

        return packet.WrittenMemory;
    }

    private void Encode(List<EntityAdded> items)
    {
        PooledArrayBufferWriter<byte> packet = _packet;
        packet.ResetWrittenCount(); // as if the packet before had been sent
        packet.WriteInt32LittleEndian(items.Count);
        foreach (EntityAdded item in items)
        {
            ReadOnlySpan<byte> fields = item.Fields.Span;
            Span<byte> room = packet.GetSpan(ItemHeaderLength + fields.Length);
            BinaryPrimitives.WriteUInt64LittleEndian(room, item.Id);
            room[sizeof(ulong)] = (byte)fields.Length;
            fields.CopyTo(room[ItemHeaderLength..]);
            packet.Advance(ItemHeaderLength + fields.Length);
        }
    }
}

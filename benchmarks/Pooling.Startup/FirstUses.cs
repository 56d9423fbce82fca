using System.Buffers;
using System.Collections.Frozen;
using System.Text;
using System.Text.Json;
using CommunityToolkit.HighPerformance.Buffers;
using Microsoft.Extensions.ObjectPool;
using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Startup;

/// <summary>The first uses to measure: each of the library behind that of its peer.</summary>
internal static class FirstUses
{
    private const int Opcodes = 16;

    internal static IReadOnlyList<FirstUse> All { get; } =
    [
        new("`DefaultObjectPool`, `Get` and `Return`", false, static () =>
        {
            var pool = new DefaultObjectPool<StringBuilder>(new DefaultPooledObjectPolicy<StringBuilder>());
            pool.Return(pool.Get());
        }),
        new("`MagazinePool`", true, static () =>
        {
            MagazinePool<StringBuilder> pool = MagazinePool.Create<StringBuilder>();
            pool.Return(pool.Get());
        }),
        new("`LeasePool`", true, static () =>
        {
            LeasePool<StringBuilder> pool = LeasePool.Create<StringBuilder>();
            using PooledLease<StringBuilder> lease = pool.Rent();
            lease.Value.Append('a');
        }),
        new("`ArrayPoolBufferWriter` of CommunityToolkit", false, static () =>
        {
            using var writer = new ArrayPoolBufferWriter<byte>();
            writer.Write("abc"u8);
        }),
        new("a rented `PooledArrayBufferWriter`", true, static () =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            lease.Value.Write("abc"u8);
        }),
        new("`new Utf8JsonWriter` over an `ArrayBufferWriter`", false, static () =>
        {
            using var writer = new Utf8JsonWriter(new ArrayBufferWriter<byte>());
            writer.WriteStartObject();
            writer.WriteEndObject();
            writer.Flush();
        }),
        new("`Utf8JsonWriterPool`", true, static () =>
        {
            using PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent();
            lease.Writer.WriteStartObject();
            lease.Writer.WriteEndObject();
            lease.Writer.Flush();
        }),
        new("`MemoryPool<byte>.Shared`", false, static () =>
        {
            using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(4_096);
            owner.Memory.Span[0] = 1;
        }),
        new("`MagazineMemoryPool`", true, static () =>
        {
            using IMemoryOwner<byte> owner = MagazineMemoryPool.Shared.Rent(4_096);
            owner.Memory.Span[0] = 1;
        }),
        new("a `FrozenDictionary` of 16 delegates", false, static () =>
        {
            var handlers = new Dictionary<ushort, Action<int[], byte[]>>();
            for (ushort opcode = 0; opcode < Opcodes; opcode++)
                handlers[opcode] = static (context, payload) => context[0] += payload[0];

            handlers.ToFrozenDictionary()[3](new int[1], new byte[1]);
        }),
        new("`OpcodeDispatcher` with 16 handlers", true, Dispatch),
    ];

    private static void Dispatch()
    {
        OpcodeDispatcher<int[]> dispatcher = new OpcodeDispatcherBuilder<int[]>()
            .Add<Move, MoveParser<Opcode0>, MoveHandler<Opcode0>>(0)
            .Add<Move, MoveParser<Opcode1>, MoveHandler<Opcode1>>(1)
            .Add<Move, MoveParser<Opcode2>, MoveHandler<Opcode2>>(2)
            .Add<Move, MoveParser<Opcode3>, MoveHandler<Opcode3>>(3)
            .Add<Move, MoveParser<Opcode4>, MoveHandler<Opcode4>>(4)
            .Add<Move, MoveParser<Opcode5>, MoveHandler<Opcode5>>(5)
            .Add<Move, MoveParser<Opcode6>, MoveHandler<Opcode6>>(6)
            .Add<Move, MoveParser<Opcode7>, MoveHandler<Opcode7>>(7)
            .Add<Move, MoveParser<Opcode8>, MoveHandler<Opcode8>>(8)
            .Add<Move, MoveParser<Opcode9>, MoveHandler<Opcode9>>(9)
            .Add<Move, MoveParser<Opcode10>, MoveHandler<Opcode10>>(10)
            .Add<Move, MoveParser<Opcode11>, MoveHandler<Opcode11>>(11)
            .Add<Move, MoveParser<Opcode12>, MoveHandler<Opcode12>>(12)
            .Add<Move, MoveParser<Opcode13>, MoveHandler<Opcode13>>(13)
            .Add<Move, MoveParser<Opcode14>, MoveHandler<Opcode14>>(14)
            .Add<Move, MoveParser<Opcode15>, MoveHandler<Opcode15>>(15)
            .Build();
        dispatcher.Dispatch(new int[1], 3, "a"u8);
    }

    private struct Opcode0;

    private struct Opcode1;

    private struct Opcode2;

    private struct Opcode3;

    private struct Opcode4;

    private struct Opcode5;

    private struct Opcode6;

    private struct Opcode7;

    private struct Opcode8;

    private struct Opcode9;

    private struct Opcode10;

    private struct Opcode11;

    private struct Opcode12;

    private struct Opcode13;

    private struct Opcode14;

    private struct Opcode15;
}

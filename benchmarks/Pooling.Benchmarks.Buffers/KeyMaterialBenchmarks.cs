using System.Buffers;
using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A token's renewal: P_SHA256 (as in TLS 1.2) makes 80 bytes of two nonces: a key that signs, one that encrypts, and a vector.
/// All contenders hash with one new object for the secret, and leave the keys in one buffer of the channel.</summary>
public class KeyMaterialBenchmarks
{
    private const int Operations = 4;
    private const int HashLength = HMACSHA256.HashSizeInBytes;
    private const int KeyLength = 32;
    private const int VectorLength = 16;
    private const int MaterialLength = (2 * KeyLength) + VectorLength;
    private const int RoundedLength = (MaterialLength + HashLength - 1) / HashLength * HashLength;

    private readonly byte[] _secret = new byte[32];
    private readonly byte[] _seed = new byte[32];
    private readonly byte[] _keys = new byte[MaterialLength];
    private readonly BufferWriterPool _secrets = new(new BufferWriterPoolOptions { ClearOnReturn = true });

    public KeyMaterialBenchmarks()
    {
        new Random(1).NextBytes(_secret);
        new Random(2).NextBytes(_seed);
    }

    [GlobalCleanup]
    public void Cleanup() => _secrets.Dispose();

    /// <summary>An array for every hash, every input of one, and every key.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("OPCREP-key-material", Role.Before)]
    public byte[] NewArrays()
    {
        for (int i = 0; i < Operations; i++)
        {
            using var hash = new HMACSHA256(_secret);
            byte[] material = new byte[RoundedLength];
            byte[] link = _seed;
            for (int made = 0; made < MaterialLength; made += HashLength)
            {
                link = hash.ComputeHash(link);
                byte[] input = [.. link, .. _seed];
                hash.ComputeHash(input).CopyTo(material, made);
            }

            Keep(material[..KeyLength], material[KeyLength..(2 * KeyLength)], material[(2 * KeyLength)..MaterialLength]);
        }

        return _keys;
    }

    /// <summary>Two rented arrays, which are cleared before they go back.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCREP-key-material", Role.Published)]
    public byte[] RentedArrays()
    {
        for (int i = 0; i < Operations; i++)
        {
            byte[] material = ArrayPool<byte>.Shared.Rent(RoundedLength);
            byte[] input = ArrayPool<byte>.Shared.Rent(HashLength + _seed.Length);
            Derive(material, input.AsSpan(0, HashLength + _seed.Length));
            ReadOnlySpan<byte> made = material;
            Keep(made[..KeyLength], made[KeyLength..(2 * KeyLength)], made[(2 * KeyLength)..MaterialLength]);
            ArrayPool<byte>.Shared.Return(input, clearArray: true);
            ArrayPool<byte>.Shared.Return(material, clearArray: true);
        }

        return _keys;
    }

    /// <summary>One rented writer for both, of a pool that clears what was offered.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCREP-key-material", Role.Ours)]
    public byte[] Rented()
    {
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = _secrets.Rent();
            Span<byte> room = lease.Value.GetSpan(RoundedLength + HashLength + _seed.Length);
            Derive(room, room.Slice(RoundedLength, HashLength + _seed.Length));
            Keep(room[..KeyLength], room[KeyLength..(2 * KeyLength)], room[(2 * KeyLength)..MaterialLength]);
        }

        return _keys;
    }

    /// <summary>An owner for both, which clears its array.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCREP-key-material", Role.Ours)]
    public byte[] OwnedArray()
    {
        for (int i = 0; i < Operations; i++)
        {
            using var owner = new PooledArray<byte>(RoundedLength + HashLength + _seed.Length, clearOnReturn: true);
            Span<byte> room = owner.Span;
            Derive(room, room[RoundedLength..]);
            Keep(room[..KeyLength], room[KeyLength..(2 * KeyLength)], room[(2 * KeyLength)..MaterialLength]);
        }

        return _keys;
    }

    /// <param name="material">Gets the rounded length of bytes.</param>
    /// <param name="input">Of a hash: room for a link of the chain and for the seed.</param>
    private void Derive(Span<byte> material, Span<byte> input)
    {
        using var hash = new HMACSHA256(_secret);
        Span<byte> link = input[..HashLength];
        _seed.CopyTo(input[HashLength..]);
        hash.TryComputeHash(_seed, link, out _);
        for (int made = 0; ; made += HashLength)
        {
            hash.TryComputeHash(input, material[made..], out _);
            if (made + HashLength >= MaterialLength)
                return;

            hash.TryComputeHash(link, link, out _);
        }
    }

    private void Keep(ReadOnlySpan<byte> signing, ReadOnlySpan<byte> encrypting, ReadOnlySpan<byte> vector)
    {
        signing.CopyTo(_keys);
        encrypting.CopyTo(_keys.AsSpan(KeyLength));
        vector.CopyTo(_keys.AsSpan(2 * KeyLength));
    }
}

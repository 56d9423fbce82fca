using System.Buffers.Binary;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace Pooling.OpcUa;

public sealed class VariantTests
{
    public static TheoryData<string> Vectors => [.. VariantVectors.All.Select(static vector => vector.Name)];

    [Fact]
    public void Vectors_CoverEveryType()
    {
        BuiltInType[] types = Enum.GetValues<BuiltInType>();

        Assert.Empty(types.Except([BuiltInType.Variant]).Except(VariantVectors.Scalars.Select(static vector => vector.Value.Type)));
        Assert.Empty(types.Except([BuiltInType.Null]).Except(VariantVectors.Arrays.Select(static vector => vector.Value.Type)));
    }

    [Theory]
    [MemberData(nameof(Vectors))]
    public void WriteVariant_OfAVector_GivesItsBytes(string name)
    {
        (_, Variant value, string hex) = VariantVectors.Find(name);

        Assert.Equal(hex.Replace(" ", "", StringComparison.Ordinal), Convert.ToHexString(Wire.Encode(value)));
    }

    [Theory]
    [MemberData(nameof(Vectors))]
    public void ReadVariant_OfAVector_GivesItsValue(string name)
    {
        (_, Variant expected, string hex) = VariantVectors.Find(name);

        Wire.Decode(Wire.Bytes(hex), value =>
        {
            Assert.Equal(expected, value);
            Assert.Equal(expected.Length, value.Length);
            Assert.Equal(expected.Dimensions, value.Dimensions);
            Assert.Equal(expected.GetHashCode(), value.GetHashCode());
        });
    }

    [Theory]
    [MemberData(nameof(Vectors))]
    public void ReadVariant_CutShortAnywhere_IsRefused(string name)
    {
        byte[] bytes = Wire.Bytes(VariantVectors.Find(name).Hex);
        for (int length = 0; length < bytes.Length; length++)
            Wire.Refuses(bytes[..length]);
    }

    [Theory]
    [InlineData("1A")] // reserved types
    [InlineData("3F")]
    [InlineData("9A 00 00 00 00")]
    [InlineData("80 00 00 00 00")] // an array of null
    [InlineData("18 01 01")] // a single variant in a variant
    [InlineData("41 01")] // dimensions without an array
    [InlineData("11 06")] // forms that do not exist
    [InlineData("16 00 05 03")]
    [InlineData("0C FE FF FF FF")] // lengths
    [InlineData("0C FF FF FF 7F")]
    [InlineData("0F FF FF FF 7F")]
    [InlineData("86 FE FF FF FF")]
    [InlineData("86 FF FF FF 7F 00 00 00 00 00 00 00 00 00 00 00")] // 2^31 - 1 elements in a message of 16 bytes
    [InlineData("98 FF FF FF 7F 00 00 00 00 00 00 00 00 00 00 00")]
    [InlineData("86 02 00 00 00 01 00 00 00")]
    [InlineData("C6 01 00 00 00 01 00 00 00 01 00 00 00 01 00 00 00")] // one dimension
    [InlineData("C6 01 00 00 00 01 00 00 00 02 00 00 00 01 00 00 00 02 00 00 00")] // 1 x 2 of one element
    [InlineData("C6 01 00 00 00 01 00 00 00 02 00 00 00 FF FF FF FF FF FF FF FF")] // -1 x -1
    [InlineData("C3 00 00 00 00 02 00 00 00 00 00 01 00 00 00 01 00")] // 65,536 x 65,536 = 2^32
    [InlineData("C3 01 00 00 00 07 FF FF FF 7F")] // 2^31 - 1 dimensions
    public void ReadVariant_Malformed_IsRefused(string hex) => Wire.Refuses(Wire.Bytes(hex));

    [Fact]
    public void ReadVariant_HostileLength_NamesWhatItFound()
    {
        DecodingException exception = Wire.Refuses(Wire.Bytes("86 00 00 01 00 00 00 00 00"));

        Assert.Contains("65536 elements needs 262144 bytes or more; 4 are left", exception.Message, StringComparison.Ordinal);
        Assert.Equal(1, exception.Position);
    }

    [Fact]
    public void ReadVariant_HostileLength_RentsNothing()
    {
        byte[] bytes = Wire.Bytes("8B FF FF FF 7F 00 00 00 00 00 00 00 00 00 00 00");
        for (int i = 0; i < 3; i++)
            Wire.Refuses(bytes);

        long before = GC.GetAllocatedBytesForCurrentThread();
        Wire.Refuses(bytes);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 65_536); // the exception, and up to 8 KB by a collection
    }

    /// <summary>Checks nested arrays, each of which claims all remaining bytes. Together they must not get more than there are.</summary>
    [Fact]
    public void ReadVariant_NestedArraysThatClaimTheRestOfTheMessage_RentNoMoreThanItHas()
    {
        byte[] bytes = new byte[64 * 1024];
        for (int i = 0; i < 31; i++)
        {
            bytes[5 * i] = 0x98; // an array of variants
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan((5 * i) + 1), bytes.Length - (5 * (i + 1)));
        }

        long before = GC.GetAllocatedBytesForCurrentThread();
        Wire.Refuses(bytes);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 64 * bytes.Length); // 46 MB if each got the claimed size
    }

    [Fact]
    public void ReadVariant_BeyondALimit_IsRefused()
    {
        var limits = new DecodingLimits { MaxStringLength = 2, MaxByteStringLength = 2, MaxArrayLength = 2 };

        Assert.Contains("limit is 2", Wire.Refuses(Wire.Encode("abc"), limits).Message, StringComparison.Ordinal);
        Assert.Contains("limit is 2", Wire.Refuses(Wire.Encode(Variant.From<byte[]?>([1, 2, 3])), limits).Message,
            StringComparison.Ordinal);
        Assert.Contains("limit of 2", Wire.Refuses(Wire.Encode(Variant.FromArray<byte>([1, 2, 3])), limits).Message,
            StringComparison.Ordinal);
        Wire.Decode(Wire.Encode("ab"), static value => Assert.Equal("ab", value.Get<string>()), limits);
    }

    [Fact]
    public void ReadVariant_NestedDeeperThanTheLimit_IsRefused()
    {
        byte[] Nest(int depth) => [.. Enumerable.Range(0, depth).SelectMany(static _ => Wire.Bytes("98 01 00 00 00")), 0];

        Wire.Decode(Nest(32), static value => Assert.Equal(1, value.Length));
        Assert.Contains("deeper than the limit of 32", Wire.Refuses(Nest(33)).Message, StringComparison.Ordinal);
        Wire.Refuses(Nest(100_000));
        Wire.Refuses([.. Enumerable.Repeat(Wire.Bytes("17 01"), 100_000).SelectMany(static bytes => bytes)]);
        Wire.Refuses([0x19, .. Enumerable.Repeat((byte)0x40, 100_000)]);
    }

    [Fact]
    public void ReadVariant_RandomBytes_ThrowsNothingElse()
    {
        var random = new Random(5);
        (long, long, long, long) inUse = Wire.InUse();
        int decoded = 0;
        for (int i = 0; i < 100_000; i++)
        {
            var bytes = new byte[random.Next(1, 60)];
            random.NextBytes(bytes);
            if (bytes.Length > 4)
                bytes.AsSpan(2, 3).Clear(); // small lengths are decoded further
            try
            {
                using PooledScope scope = PooledScope.Begin();
                var decoder = new BinaryDecoder(bytes, scope);
                _ = decoder.ReadVariant();
                decoded++;
            }
            catch (DecodingException)
            {
            }
        }

        Assert.InRange(decoded, 1_000, 99_000);
        Assert.Equal(inUse, Wire.InUse());
    }

    [Fact]
    public void Get_OfAnotherType_Throws()
    {
        Assert.Throws<InvalidCastException>(() => new Variant().Get<int>());
        Assert.Throws<InvalidCastException>(() => ((Variant)1).Get<uint>());
        Assert.Throws<InvalidCastException>(() => Variant.FromArray<int>([1]).Get<int>());
        Assert.Throws<InvalidCastException>(() => ((Variant)1).GetSpan<int>().Length);
        Assert.Throws<InvalidCastException>(() => Variant.FromArray<int>([1]).GetSpan<uint>().Length);
    }

    [Fact]
    public void From_AVariant_Throws() => Assert.Throws<ArgumentException>(() => Variant.From((Variant)1));

    [Theory]
    [InlineData(new int[0])]
    [InlineData(new[] { 4 })]
    [InlineData(new[] { 2, 3 })]
    [InlineData(new[] { -2, -2 })]
    [InlineData(new[] { 65_536, 65_536 })]
    public void FromMatrix_WrongDimensions_Throws(int[] dimensions) =>
        Assert.Throws<ArgumentException>(() => Variant.FromMatrix(new int[4], dimensions));

    [Fact]
    public void VisitNested_OfAnArrayThatEndedWithAnotherObject_SkipsIt()
    {
        AssertBothReturn(static scope => Variant.FromArray(scope.RentArray<Variant>(2)));
        AssertBothReturn(static scope => Variant.FromArray(scope.RentArray<DataValue>(2)));
    }

    private static void AssertBothReturn(Func<PooledScope, Variant> rent)
    {
        PooledRef<EventFieldList> one;
        PooledRef<EventFieldList> other;
        using (PooledScope scope = PooledScope.Begin())
        {
            EventFieldList[] lists = [scope.Rent(EventFieldList.Pool), scope.Rent(EventFieldList.Pool)];
            Variant shared = rent(scope);
            foreach (EventFieldList list in lists)
            {
                list.Fields = scope.RentArray<Variant>(1);
                list.Fields.Span[0] = shared;
            }

            one = scope.Detach(lists[0]);
            other = scope.Detach(lists[1]);
        }

        Assert.True(one.TryReturn());
        Assert.True(other.TryReturn());
    }

    [Fact]
    public void Equals_OfDifferentVectors_IsFalse()
    {
        (string Name, Variant Value, string)[] vectors = [.. VariantVectors.All];
        for (int i = 0; i < vectors.Length; i++)
        {
            for (int j = 0; j < i; j++)
                Assert.False(vectors[i].Value == vectors[j].Value, $"{vectors[i].Name} equals {vectors[j].Name}.");
        }
    }
}

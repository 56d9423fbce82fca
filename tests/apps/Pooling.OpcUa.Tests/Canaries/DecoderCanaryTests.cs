using Pooling.OpcUa.Corpus;

namespace Pooling.OpcUa.Canaries;

/// <summary>Tests that decoded data contains no bytes of another user of the pools. With any bytes in the pools, the result is the
/// same.</summary>
/// <remarks>Short by default; with <c>POOLING_OPCUA_MINUTES=30</c> each test runs for 30 minutes.</remarks>
public sealed class DecoderCanaryTests
{
    private const byte One = 0xC5;
    private const byte Other = 0x3A;
    private const int ShownBytes = 4; // of a canary in a row: fewer could be a coincidence

    [Fact]
    public void Leave_OfATenant_IsWhatTheNextOneGets()
    {
        Tenant.Leave(One);
        using var scope = Pooling.Encodeables.PooledScope.Begin();

        // Otherwise the other tests would pass regardless of the decoder.
        Assert.All(scope.RentArray<byte>(100).Span.ToArray(), static value => Assert.Equal(One, value));
        Assert.Equal(0xC5C5C5C5C5C5C5C5, scope.RentArray<ulong>(17).Span[16]);
        Assert.Equal(0xC5C5C5C5C5C5C5C5, scope.RentArray<ulong>(1000).Span[999]);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Decode_OfRandomAndMutatedMessages_ShowsNoOtherTenant(int seed) => Run(seed, Seeds.All);

    [Fact]
    public void Decode_OfMutatedFramesOfForeignPeers_ShowsNoOtherTenant() =>
        Run(seed: 3, [.. Frames.All.Select(static frame => frame.Body)]);

    private static void Run(int seed, byte[][] seeds)
    {
        var random = new Random(seed);
        var mutator = new Mutator(random);
        int understood = 0;
        LongRun.Repeat(times: 1_500, i =>
        {
            byte[] message = mutator.Change(seeds[i % seeds.Length], seeds[random.Next(seeds.Length)]);
            foreach (Func<byte[], byte[]> way in Outcome.Ways)
            {
                Tenant.Leave(One);
                byte[] one = way(message);
                Tenant.Leave(Other);
                byte[] other = way(message);
                Assert.True(one.AsSpan().SequenceEqual(other), $"Another outcome, of {Convert.ToHexString(message)}");
                Assert.True(IsShown(message, One) || !IsShown(one, One), $"A canary, of {Convert.ToHexString(message)}");
                understood += one.Length > 100 ? 1 : 0;
            }
        });
        Assert.InRange(understood, 100, int.MaxValue);
    }

    private static bool IsShown(ReadOnlySpan<byte> bytes, byte canary)
    {
        Span<byte> shown = stackalloc byte[ShownBytes];
        shown.Fill(canary);
        return bytes.IndexOf(shown) >= 0;
    }
}

#if !NETFRAMEWORK
using System.Buffers;
using System.IO.Pipelines;

namespace Pooling.Buffers;

public sealed partial class MagazineMemoryPoolTests
{
    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(-1, 1)]
    [InlineData(0, 1)]
    [InlineData(100, 1)]
    [InlineData(4096, 16)]
    [InlineData(4096, 500)]
    [InlineData(65_536, 16)]
    [InlineData(1 << 20, 3)]
    public void RentAndDispose_SteadyState_AllocatesNothing(int length, int held)
    {
        using var pool = new MagazineMemoryPool();
        var owners = new IMemoryOwner<byte>[held];

        AllocationAssert.Zero(() =>
        {
            for (int i = 0; i < owners.Length; i++)
                owners[i] = pool.Rent(length);

            foreach (IMemoryOwner<byte> owner in owners)
            {
                _ = owner.Memory.Span;
                owner.Dispose();
            }
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void WriteAndRead_ThroughAPipe_AllocatesNothing()
    {
        using var pool = new MagazineMemoryPool();
        var pipe = new Pipe(new PipeOptions(pool, pauseWriterThreshold: 0));
        byte[] message = new byte[20_000];

        AllocationAssert.Zero(() =>
        {
            pipe.Writer.Write(message);
            _ = pipe.Writer.FlushAsync();
            if (!pipe.Reader.TryRead(out ReadResult result) || result.Buffer.Length != message.Length)
                throw new InvalidOperationException("The pipe lost bytes.");

            pipe.Reader.AdvanceTo(result.Buffer.End);
        });
    }
}
#endif

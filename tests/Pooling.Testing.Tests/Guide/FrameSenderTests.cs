namespace Pooling.Testing.Guide;

public sealed class FrameSenderTests : IDisposable
{
    private readonly TestArrayPool<byte> _pool = new(new TestPoolOptions { GuardLength = 16 });

    public void Dispose() => _pool.AssertAllReturned(); // after every test

    [Fact]
    public void Send_AnyFrame_WritesItsLengthFirst()
    {
        var stream = new MemoryStream();
        new FrameSender(_pool).Send(stream, "hello");

        Assert.Equal("\u0005hello"u8.ToArray(), stream.ToArray());
    }
}

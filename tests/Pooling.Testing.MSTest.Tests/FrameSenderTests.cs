namespace Pooling.Testing.Guide;

[TestClass]
public sealed class FrameSenderTests
{
    private readonly TestArrayPool<byte> _pool = new(new TestPoolOptions { GuardLength = 16 });

    [TestCleanup]
    public void EveryTest_ReturnsItsArrays() => _pool.AssertAllReturned();

    [TestMethod]
    public void Send_AnyFrame_WritesItsLengthFirst()
    {
        var stream = new MemoryStream();
        new FrameSender(_pool).Send(stream, "hello");

        CollectionAssert.AreEqual("\u0005hello"u8.ToArray(), stream.ToArray());
    }
}

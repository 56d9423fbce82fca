using NUnit.Framework;

namespace Pooling.Testing.Guide;

public sealed class FrameSenderTests
{
    private TestArrayPool<byte> _pool = null!;

    [SetUp]
    public void EveryTest_HasItsOwnPool() => _pool = new TestArrayPool<byte>(new TestPoolOptions { GuardLength = 16 });

    [TearDown]
    public void EveryTest_ReturnsItsArrays() => _pool.AssertAllReturned();

    [Test]
    public void Send_AnyFrame_WritesItsLengthFirst()
    {
        var stream = new MemoryStream();
        new FrameSender(_pool).Send(stream, "hello");

        Assert.That(stream.ToArray(), Is.EqualTo("\u0005hello"u8.ToArray()));
    }
}

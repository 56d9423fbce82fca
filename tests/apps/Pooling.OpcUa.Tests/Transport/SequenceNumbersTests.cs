using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Transport;

public class SequenceNumbersTests
{
    [Fact]
    public void Next_FromZero_CountsFromOne()
    {
        var numbers = new SequenceNumbers(0);
        Assert.Equal((1u, 2u), (numbers.Next(), numbers.Next()));
    }

    [Fact]
    public void Next_AtTheEnd_StartsAgain()
    {
        var numbers = new SequenceNumbers(uint.MaxValue - 1024);
        uint next = numbers.Next();
        Assert.InRange(next, 1u, 1023u);

        var received = new SequenceNumbers(uint.MaxValue - 1024);
        received.Check(next);
        received.Check(next + 1);
    }

    [Theory]
    [InlineData(10u, 10u)]
    [InlineData(10u, 9u)]
    [InlineData(10u, 12u)]
    [InlineData(10u, 0u)]
    [InlineData(uint.MaxValue - 1024, 1024u)]
    public void Check_OfAnythingButTheNext_Throws(uint last, uint number)
    {
        var numbers = new SequenceNumbers(last);
        Assert.Equal(StatusCodes.BadSequenceNumberInvalid, Assert.Throws<TransportException>(() => numbers.Check(number)).Status);
    }

    [Fact]
    public void Check_OfTheFirst_TakesAny()
    {
        var numbers = default(SequenceNumbers);
        numbers.Check(51);
        numbers.Check(52);
    }
}

namespace Pooling.Testing;

public sealed partial class TestArrayPoolTests
{
    [Fact]
    public void Rent_ThatThrowsBefore_RentsNothing()
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { Faults = new FaultPlan(2, FaultMoment.Before) });
        byte[] first = pool.Rent(1);

        Assert.Throws<InjectedFaultException>(() => pool.Rent(1));

        Assert.Equal(1, pool.TotalRented);
        pool.Return(first);
        pool.AssertAllReturned();
    }

    [Fact]
    public void Rent_ThatThrowsAfter_LosesTheArrayWithoutALeak()
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { Faults = new FaultPlan(1, FaultMoment.After) });

        Assert.Throws<InjectedFaultException>(() => pool.Rent(1));

        Assert.Equal(1, pool.TotalRented);
        pool.AssertAllReturned();
    }

    [Theory]
    [InlineData(FaultMoment.Before)]
    [InlineData(FaultMoment.After)]
    public void Return_ThatThrows_HasTakenTheArray(FaultMoment moment)
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { Faults = new FaultPlan(1, moment) { Member = "Return" } });
        byte[] array = pool.Rent(1);

        Assert.Throws<InjectedFaultException>(() => pool.Return(array));

        pool.AssertAllReturned();
        Assert.Throws<PoolAssertException>(() => pool.Return(array)); // its renter must not try again
        Assert.Equal(moment == FaultMoment.After ? 1 : 0, pool.TotalReturned);
    }

    [Fact]
    public void Return_OfAForeignArrayThatThrowsBefore_IsFoundByTheAssertion()
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { Faults = new FaultPlan(1, FaultMoment.Before) });

        Assert.Throws<InjectedFaultException>(() => pool.Return(new byte[1]));

        Assert.Contains("foreign", Assert.Throws<PoolAssertException>(pool.AssertClean).Message);
    }
}

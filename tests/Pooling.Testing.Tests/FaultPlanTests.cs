using System.Buffers;
using System.Text;
using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.Testing;

public sealed class FaultPlanTests
{
    [Fact]
    public void Plan_OfNoCall_ThrowsNothing()
    {
        var plan = new FaultPlan();
        for (int i = 0; i < 10; i++)
            plan.Pass("Any");

        Assert.Equal(10, plan.Calls);
        Assert.False(plan.HasFired);
    }

    [Theory]
    [InlineData(FaultMoment.Before, 0)]
    [InlineData(FaultMoment.After, 1)]
    public void Plan_OfOneCall_ThrowsAtItsMoment(FaultMoment moment, int done)
    {
        var plan = new FaultPlan(2, moment);
        plan.Pass("First");

        int work = 0;
        var exception = Assert.Throws<InjectedFaultException>(() =>
        {
            int call = plan.Enter("Second");
            work++;
            plan.Leave(call, "Second");
        });
        plan.Pass("Third");

        Assert.Equal(done, work);
        Assert.Contains("Second", exception.Message);
        Assert.Equal(3, plan.Calls);
        Assert.Equal(1, plan.Fired);
    }

    [Fact]
    public void Plan_OfAMember_CountsItsCallsOnly()
    {
        var plan = new FaultPlan(2, FaultMoment.Before) { Member = "Rent" };
        plan.Pass("Rent");
        plan.Pass("Return");
        plan.Pass("Return");

        Assert.Throws<InjectedFaultException>(() => plan.Pass("Rent"));
        Assert.Equal(2, plan.Calls);
    }

    [Fact]
    public void Plan_WithAnAction_RunsItInstead()
    {
        var plan = new FaultPlan(1, FaultMoment.After) { Act = static member => throw new InvalidOperationException(member) };

        Assert.Equal("Rent", Assert.Throws<InvalidOperationException>(() => plan.Pass("Rent")).Message);
        Assert.True(plan.HasFired);
    }

    [Fact]
    public void Plan_WithAChoice_AsksForEachCall()
    {
        var plan = new FaultPlan { Choose = static call => call % 2 == 0 ? FaultMoment.Before : null };
        int thrown = 0;
        for (int i = 0; i < 10; i++)
        {
            try
            {
                plan.Pass("Any");
            }
            catch (InjectedFaultException)
            {
                thrown++;
            }
        }

        Assert.Equal(5, thrown);
        Assert.Equal(5, plan.Fired);
    }

    [Fact]
    public void ForEachCall_OfCorrectCode_ThrowsInEveryCallAtBothMoments()
    {
        var fired = new List<string>();
        int calls = FaultPlan.ForEachCall(
            static plan => (Plan: plan, Pool: new TestArrayPool<byte>(new TestPoolOptions { Faults = plan })),
            static state => Correct(state.Pool),
            state =>
            {
                state.Pool.AssertAllReturned();
                if (state.Plan.HasFired)
                    fired.Add($"{state.Plan.ThrowOn} {state.Plan.Moment}");
            });

        Assert.Equal(4, calls);
        Assert.Equal(["1 Before", "1 After", "2 Before", "2 After", "3 Before", "3 After", "4 Before", "4 After"], fired);
    }

    [Fact]
    public void ForEachCall_OfCodeThatLeaks_NamesTheCall()
    {
        var exception = Assert.Throws<PoolAssertException>(static () => FaultPlan.ForEachCall(
            static plan => new TestArrayPool<byte>(new TestPoolOptions { Faults = plan }),
            static pool =>
            {
                byte[] first = pool.Rent(1);
                byte[] second = pool.Rent(1); // the first is lost if this throws
                pool.Return(second);
                pool.Return(first);
            },
            static pool => pool.AssertAllReturned()));

        Assert.StartsWith("With call 2 (Rent) throwing before its work: TestArrayPool<Byte>: 1 of 1 rentals", exception.Message);
        Assert.IsType<PoolAssertException>(exception.InnerException);
    }

    [Fact]
    public void ForEachCall_OfCodeThatFailsOtherwise_Throws()
    {
        var exception = Assert.Throws<PoolAssertException>(static () => FaultPlan.ForEachCall(
            static plan => plan,
            static plan =>
            {
                try
                {
                    plan.Pass("Send");
                }
                catch (InjectedFaultException)
                {
                    throw new NotSupportedException("clean-up failed");
                }
            },
            static _ => { }));

        Assert.Equal("With call 1 (Send) throwing before its work: clean-up failed", exception.Message);
    }

    [Fact]
    public void ForEachCall_OfCodeThatWrapsTheException_Passes() => Assert.Equal(1, FaultPlan.ForEachCall(
        static plan => plan,
        static plan =>
        {
            try
            {
                plan.Pass("Send");
            }
            catch (InjectedFaultException exception)
            {
                throw new IOException("broken", new AggregateException(new InvalidOperationException(), exception));
            }
        },
        static _ => { }));

    [Fact]
    public void ForEachCall_OfAnAssertionThatCallsThePool_DoesNotThrowThere() => Assert.Equal(1, FaultPlan.ForEachCall(
        static plan => plan,
        static plan => plan.Pass("Work"),
        static plan =>
        {
            plan.Pass("Check");
            plan.Pass("Check");
        }));

    [Fact]
    public void ForEachCall_WhoseArrangementThrows_GoesOn() => Assert.Equal(2, FaultPlan.ForEachCall(
        static plan =>
        {
            plan.Pass("Create");
            return plan;
        },
        static plan => plan.Pass("Work"),
        static _ => { }));

    [Fact]
    public void ForEachCall_WithoutACall_Throws() => Assert.Contains(
        "nothing was tested",
        Assert.Throws<PoolAssertException>(() => FaultPlan.ForEachCall(static plan => plan, static _ => { }, static _ => { })).Message);

    [Fact]
    public void ForEachCall_OfCodeThatFailsWithoutAFault_Throws() => Assert.Contains(
        "With no call throwing: broken",
        Assert.Throws<PoolAssertException>(() => FaultPlan.ForEachCall(
            static plan => plan, static _ => throw new InvalidOperationException("broken"), static _ => { })).Message);

    [Fact]
    public async Task ForEachCallAsync_OfCorrectCode_ThrowsInEveryCall()
    {
        int calls = await FaultPlan.ForEachCallAsync(
            static plan => new TestArrayPool<byte>(new TestPoolOptions { Faults = plan }),
            static async pool =>
            {
                await Task.Yield();
                Correct(pool);
            },
            static pool => pool.AssertAllReturned());

        Assert.Equal(4, calls);
    }

    [Fact]
    public async Task ForEachCallAsync_OfCodeThatLeaks_NamesTheCall()
    {
        var exception = await Assert.ThrowsAsync<PoolAssertException>(static () => FaultPlan.ForEachCallAsync(
            static plan => new TestArrayPool<byte>(new TestPoolOptions { Faults = plan }),
            static async pool =>
            {
                byte[] first = pool.Rent(1);
                await Task.Yield();
                pool.Return(pool.Rent(1));
                pool.Return(first);
            },
            static pool => pool.AssertAllReturned()));

        Assert.StartsWith("With call 2 (Rent) throwing before its work: ", exception.Message);
    }

    [Fact]
    public void FaultyPolicy_OfARealPool_ThrowsInEveryCall()
    {
        int calls = FaultPlan.ForEachCall(
            static plan => new MagazinePool<StringBuilder>(new FaultyPolicy<StringBuilder>(new StringBuilderPooledObjectPolicy(), plan)),
            static pool => pool.Return(pool.Get()),
            static pool => pool.AssertAllReturned());

        Assert.Equal(2, calls); // Create and Return
    }

    private static void Correct(ArrayPool<byte> pool)
    {
        byte[] first = pool.Rent(1);
        try
        {
            pool.Return(pool.Rent(1));
        }
        finally
        {
            pool.Return(first);
        }
    }
}

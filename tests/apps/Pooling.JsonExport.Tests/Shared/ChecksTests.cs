namespace Pooling.Samples;

public sealed class ChecksTests
{
    private readonly StringWriter _output = new() { NewLine = "\n" };

    [Fact]
    public async Task End_AllPassed_Returns0()
    {
        int waited = 0;
        var checks = new Checks(_output);

        checks.Add("one", holds: true);
        await checks.Until("two", () => ++waited > 1);

        Assert.Equal(0, checks.End());
        Assert.Equal("Passed: 2, Failed: 0\n", _output.ToString());
    }

    [Fact]
    public void End_OneFailed_Returns1()
    {
        var checks = new Checks(_output);

        checks.Add("one", holds: false);
        checks.Add("two", holds: true);

        Assert.Equal(1, checks.End());
        Assert.Equal("FAILED one\nPassed: 1, Failed: 1\n", _output.ToString());
    }
}

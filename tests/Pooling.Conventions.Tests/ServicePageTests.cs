namespace Pooling.Conventions;

/// <summary>Tests that the page of services says what its figures do. <see cref="FigureLinkTests"/> compares the page
/// itself with the results.</summary>
public sealed class ServicePageTests
{
    [Theory]
    [InlineData(100, 100, 8, 8, "No difference in time was found.")]
    [InlineData(100, 105, 8, 8, "No difference in time was found.")]
    [InlineData(100, 100, 8, 1, "No difference in time was found.\nThe pooled way allocates 88 % fewer bytes.")]
    [InlineData(100, 50, 8, 8, "The pooled way takes 50 % less processor time.")]
    [InlineData(100, 150, 8, 1, "The plain way is better.\nThe pooled way takes 50 % more processor time "
        + "and allocates 88 % fewer bytes.")]
    public void Verdict_OfFigures_CountsDifferencesAboveTheSpread(
        double plainTime, double pooledTime, double plainBytes, double pooledBytes, string verdict) =>
        Assert.Equal(
            verdict,
            ServiceText.Verdict(Service(Run("plain", plainTime, plainBytes), Run("pooled", pooledTime, pooledBytes))));

    [Fact]
    public void Verdict_OfABusyMachine_IsNone()
    {
        ServiceRun plain = Run("plain", 100, 8);
        string verdict = ServiceText.Verdict(Service(plain with { Cpu = [100, 80, 130] }, Run("pooled", 110, 8)));

        Assert.Equal("The processor times of the runs differ too much to say which way is better.", verdict);
    }

    [Fact]
    public void Table_OfReadme_IsBetweenItsMarks()
    {
        ServiceFigures[] services = [Service(Run("plain", 100, 8), Run("pooled", 50, 0.5))];

        const string Readme = "before\n<!-- services -->old<!-- end of services -->\nafter\n";
        string renewed = ServicePage.RenewTable(Readme, services);

        Assert.Contains(
            "| [Ingester](docs/generated/services.md#ingester-messages) | messages "
            + "| message: 8 B → 0.5 B | 50 % less | no difference | 1,000 MB → 1,000 MB |\n",
            renewed, StringComparison.Ordinal);
        Assert.DoesNotContain("old", renewed, StringComparison.Ordinal);
        Assert.Equal(renewed, ServicePage.RenewTable(renewed, services));
        Assert.Equal("before\n\nafter\n", ServicePage.WithoutTable(renewed));
        Assert.Equal("no marks", ServicePage.RenewTable("no marks", services));
    }

    [Theory]
    [InlineData(0.456, "0.46 us")]
    [InlineData(12.34, "12.3 us")]
    [InlineData(1234, "1.23 ms")]
    [InlineData(2_000_000, "2 s")]
    public void Time_OfMicroseconds_HasThreeDigits(double microseconds, string text) =>
        Assert.Equal(text, ServiceText.Time(microseconds));

    private static ServiceFigures Service(params ServiceRun[] runs) => new(
        "Ingester", "messages", "message", 1, "a.cs", "b.cs", "", "", "", "", "", 2, true,
        new ServiceFigures.RunConditions("0123456789", 1, []), 1, 1,
        [.. runs, .. runs.Select(static run => run with { Setting = "saturation" })])
    {
        Name = "Ingest",
    };

    // The spread is 5 % on each side.
    private static ServiceRun Run(string way, double time, double bytes)
    {
        static double[] figure(double median) => [median, 0.95 * median, 1.05 * median];
        double[] other = figure(1_000);
        return new ServiceRun(
            "fixed rate", way, 5, other, figure(time), other, other, other, other, figure(bytes),
            other, other, other, other, other);
    }
}

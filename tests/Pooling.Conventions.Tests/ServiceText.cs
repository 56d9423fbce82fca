using System.Globalization;

namespace Pooling.Conventions;

/// <summary>The words of a comparison of services.</summary>
internal static class ServiceText
{
    private const double WideFrom = 1.5;

    internal static string Time(double microseconds) => microseconds switch
    {
        >= 1e6 => Number(microseconds / 1e6) + " s",
        >= 1e3 => Number(microseconds / 1e3) + " ms",
        _ => Number(microseconds) + " us",
    };

    internal static string Bytes(double bytes) => Number(bytes) + " B";

    internal static string Megabytes(double megabytes) => Number(megabytes) + " MB";

    internal static string Milliseconds(double milliseconds) => Number(milliseconds) + " ms";

    /// <summary>Returns a number with at most three digits behind which nothing is measured.</summary>
    internal static string Number(double number)
    {
        string format = number switch { >= 100 => "#,0", >= 10 => "0.#", _ => "0.##" };
        return number.ToString(format, CultureInfo.InvariantCulture);
    }

    /// <summary>Returns the median, with the spread if there is one.</summary>
    internal static string Spread(double[] figure, Func<double, string> text) => text(figure[1]) == text(figure[2])
        ? text(figure[0])
        : $"{text(figure[0])} ({text(figure[1])} to {text(figure[2])})";

    /// <summary>Says in which figures the two ways differ by more than their spread.</summary>
    internal static string Verdict(ServiceFigures service)
    {
        (ServiceRun plain, ServiceRun pooled) = (service.Plain, service.Pooled);
        (ServiceRun busyPlain, ServiceRun busyPooled) = (service.BusyPlain, service.BusyPooled);
        (int Order, string Text)[] times =
        [
            Difference(
                busyPlain.Cpu, busyPooled.Cpu, "takes {0} % less processor time", "takes {0} % more processor time"),
            Difference(plain.P99, pooled.P99, "has a p99 that is {0} % lower", "has a p99 that is {0} % higher"),
        ];
        (int Order, string Text)[] memory =
        [
            Difference(plain.Bytes, pooled.Bytes, "allocates {0} % fewer bytes", "allocates {0} % more bytes"),
            Difference(busyPlain.Peak, busyPooled.Peak, "takes {0} % less memory", "takes {0} % more memory"),
        ];
        string lead = (times.Min(static time => time.Order), times.Max(static time => time.Order)) switch
        {
            (0, 0) when IsWide(busyPlain.Cpu) || IsWide(busyPooled.Cpu) => "The processor times of the runs differ too "
                + "much to say which way is better.\n",
            (0, 0) => "No difference in time was found.\n",
            ( >= 0, > 0) => "The plain way is better.\n",
            _ => "",
        };
        string[] texts =
            [.. times.Concat(memory).Where(static part => part.Order != 0).Select(static part => part.Text)];
        return texts.Length == 0 ? lead.TrimEnd() : $"{lead}The pooled way {Joined(texts)}.";
    }

    /// <summary>Returns the change from the plain way to the pooled one in a word or two.</summary>
    internal static string Change(double[] plain, double[] pooled) =>
        Difference(plain, pooled, "{0} % less", "{0} % more") is (not 0, var text) ? text
        : IsWide(plain) || IsWide(pooled) ? "not clear"
        : "no difference";

    private static bool IsWide(double[] figure) => figure[2] > WideFrom * figure[1];

    private static (int Order, string Text) Difference(double[] plain, double[] pooled, string less, string more)
    {
        int order = pooled[2] < plain[1] ? -1 : pooled[1] > plain[2] ? 1 : 0;
        double percent = Math.Round(100 * Math.Abs(1 - (pooled[0] / plain[0])));
        return percent == 0
            ? (0, "")
            : (order, string.Format(CultureInfo.InvariantCulture, order < 0 ? less : more, percent));
    }

    private static string Joined(string[] texts) =>
        texts.Length == 1 ? texts[0] : $"{string.Join(", ", texts[..^1])} and {texts[^1]}";
}

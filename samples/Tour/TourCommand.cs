using Pooling.Tour.Comparisons;
using Pooling.Tour.Reporting;

namespace Pooling.Tour;

/// <summary>The program, separate from its process.</summary>
internal sealed class TourCommand(IReadOnlyList<ISection> sections, TextWriter output, TextWriter error)
{
    /// <summary>Runs the tour.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">A token that cancels the tour; nothing is written then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public int Run(IReadOnlyList<string> arguments, CancellationToken cancellationToken)
    {
        try
        {
            TourOptions options = TourOptions.Parse(arguments, [.. sections.Select(static section => section.Name)]);
            if (!options.Help)
                return Run(options, cancellationToken);

            output.Write(Usage());
            return ExitCode.Success;
        }
        catch (UsageException exception)
        {
            error.WriteLine($"tour: {exception.Message} (--help lists the options)");
            return ExitCode.Usage;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            error.WriteLine("tour: interrupted; no file was written");
            return ExitCode.Interrupted;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            string colon = exception is OutputException ? "" : ":";
            error.WriteLine($"tour: cannot write{colon} {exception.Message}");
            return ExitCode.Failure;
        }
    }

    private int Run(TourOptions options, CancellationToken cancellationToken)
    {
        var files = new ReportFiles(options.OutputFolder, options.JsonFile);
        files.Probe();

        var report = new ConsoleReport(output, !options.NoColor);
        var machine = TourMachine.Describe();
        report.WriteBanner(machine, options.Quick);

        var results = new List<SectionResult>();
        foreach (ISection section in sections.Where(section => options.Only.Count == 0 || options.Only.Contains(section.Name)))
        {
            SectionResult result = report.Follow(
                section.Name, progress => section.Run(new SectionContext(options.Quick, progress, cancellationToken)));
            results.Add(result);
            report.WriteSection(result);
        }

        cancellationToken.ThrowIfCancellationRequested();
        var tour = new TourResult(DateTimeOffset.Now, options.Quick, machine, results);
        files.Write(tour);
        report.WriteSummary(tour, files);
        foreach (Check check in tour.FailedChecks)
            error.WriteLine($"tour: check failed: {check.Name}");

        return tour.Passed ? ExitCode.Success : ExitCode.Failure;
    }

    private string Usage() =>
        $"""
        Runs each primitive next to code without this library, prints time and allocation, and writes a page with charts.

        usage: dotnet run -c Release --project samples/Tour [-- options]

          --only <section>[,<section>]  runs only these sections: {string.Join(", ", sections.Select(static section => section.Name))}
          --quick                       short measurements with rough figures, for build servers
          --output <folder>             the folder for tour.html and tour.json; the current folder by default
          --json <file>                 the file for the figures instead of tour.json
          --no-color                    no colors; the environment variable NO_COLOR has the same effect
          --help                        shows this text

        exit code: 0 success, 1 a check failed or a file could not be written, 2 invalid usage, 130 interrupted

        """;
}

using System.Globalization;

namespace Pooling.Samples;

/// <summary>Runs each mode in turn, round after round, so that other load of the machine affects all of them.</summary>
internal static class Rounds
{
    /// <summary>Runs the modes, with a title above each.</summary>
    /// <param name="rounds">The number of times that each mode is run.</param>
    /// <param name="modes">The modes, in their order.</param>
    /// <param name="title">The description of the run, for the titles.</param>
    /// <param name="live">Receives the titles.</param>
    /// <param name="play">Runs a mode once.</param>
    /// <param name="alternates">Whether every second round runs the modes in reverse order.</param>
    /// <returns>The results of the runs, in their order.</returns>
    public static async Task<List<T>> Play<T>(
        int rounds, IReadOnlyList<string> modes, FormattableString title, TextWriter live, Func<string, Task<T>> play,
        bool alternates = false)
    {
        var results = new List<T>();
        for (int round = 1; round <= rounds; round++)
        {
            foreach (string mode in alternates && round % 2 == 0 ? modes.Reverse() : modes)
            {
                live.WriteLine(string.Create(
                    CultureInfo.InvariantCulture, $"{mode}, round {round} of {rounds}: {title.ToString(CultureInfo.InvariantCulture)}"));
                results.Add(await play(mode).ConfigureAwait(false));
                live.WriteLine();
            }
        }

        return results;
    }
}

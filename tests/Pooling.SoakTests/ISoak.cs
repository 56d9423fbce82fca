namespace Pooling.SoakTests;

/// <summary>A long run with its own check.</summary>
internal interface ISoak
{
    string Name { get; }

    /// <summary>Runs to the end.</summary>
    /// <param name="factor">The multiple of the normal size.</param>
    /// <returns>The amount of work, in numbers.</returns>
    /// <exception cref="SoakException">An invariant was violated.</exception>
    string Run(int factor);
}

using WebSockets.App;

using var interruption = new Interruption();

return await new WebSocketProgram(Console.Out, Console.Error, Console.In).Run(args, interruption.Token);
